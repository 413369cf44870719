import { createHash } from "node:crypto";

/** One secret that must not be found anywhere. */
export interface Canary {
  /** Where it was put. */
  place: string;
  /** The text that was put there. */
  text: string;
  /** The part that reveals the secret. */
  secret: string;
}

type Shape = (random: string) => { text: string; secret: string };

const token = (prefix: string, length: number): Shape => {
  return (random) => ({ text: prefix + random.slice(0, length), secret: random.slice(4, 16) });
};

/** Secrets of one word that are recognized without context: they fit in place of a name, a path or an id. */
const WORDS: readonly Shape[] = [
  token("ghp_", 36),
  token("npm_", 36),
  token("glpat-", 20),
  token("xoxb-284729384712-293847293812-", 24),
  token("sk-proj-", 48),
];

/** Secrets that are recognized only by their context. */
const SENTENCES: readonly Shape[] = [
  (random) => ({ text: `the password is ${random.slice(0, 14)}!`, secret: random.slice(0, 14) }),
  (random) => ({ text: `postgres://app:${random.slice(0, 16)}@db:5432/app`, secret: random.slice(0, 16) }),
  (random) => ({ text: `export DB_PASSWORD='${random.slice(0, 16)}'`, secret: random.slice(0, 16) }),
  (random) => ({
    text: `-----BEGIN RSA PRIVATE KEY-----\n${random.repeat(4)}\n-----END RSA PRIVATE KEY-----`,
    secret: random,
  }),
];

/** Creates distinct secrets, and records where they were put. */
export class Canaries {
  readonly all: Canary[] = [];

  word(place: string): string {
    return this.#make(place, WORDS);
  }

  sentence(place: string): string {
    return this.#make(place, SENTENCES);
  }

  /** The places whose secret occurs in `found`, in any case. */
  foundIn(found: string): string[] {
    const lower = found.toLowerCase();
    return this.all.filter(({ secret }) => lower.includes(secret.toLowerCase())).map(({ place }) => place);
  }

  #make(place: string, shapes: readonly Shape[]): string {
    const number = this.all.length;
    const random = createHash("sha512")
      .update(`canary ${number}`)
      .digest("base64")
      .replace(/[^A-Za-z0-9]/g, "");
    const shape = shapes[number % shapes.length] ?? token("ghp_", 36);
    const canary = { place, ...shape(random.slice(0, 64)) };
    this.all.push(canary);
    return canary.text;
  }
}
