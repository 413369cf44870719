/**
 * What a name says about its value: `password` values may be short and plain, `token` values are generated,
 * `key` is weak evidence that needs a random value.
 */
export type SecretNameKind = "password" | "token" | "key";

/** A name that announces a secret, and its position in the text. */
export interface SecretName {
  name: string;
  start: number;
  end: number;
  kind: SecretNameKind;
}
