import { HoldfastError } from "../kernel/errors.ts";

const MIN_PASSPHRASE = 8;

/** Returns a passphrase for new content. Throws `invalid_input` if it is too short. */
export function checkPassphrase(passphrase: string): string {
  if (passphrase.length >= MIN_PASSPHRASE) return passphrase;
  throw new HoldfastError("invalid_input", "The passphrase is too short.", {
    next: `Use at least ${MIN_PASSPHRASE} characters, better five random words.`,
  });
}
