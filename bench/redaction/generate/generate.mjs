import { BLOCKS } from "./blocks.mjs";
import { CLEAN } from "./clean.mjs";
import { NAMED } from "./named-contexts.mjs";
import { BARE, CARRIERS, PASSWORD_PLACES, WRAPPED } from "./places.mjs";
import { createRandom, halfOf } from "./random.mjs";
import { OPAQUE, PASSWORDS, TOKENS } from "./secrets.mjs";

const [OPEN, CLOSE] = ["\ue000", "\ue001"];
const put = (value) => `${OPEN}${value}${CLOSE}`;
const marked = (shape) => (value) => shape(put(value), put);
const TOKEN_NAMES =
  "API_KEY GITHUB_TOKEN CLIENT_SECRET ACCESS_TOKEN AUTH_TOKEN SECRET_KEY STRIPE_SECRET_KEY JWT_SECRET DEPLOY_TOKEN ENCRYPTION_KEY ORDERS_API_TOKEN WEBHOOK_SECRET PRIVATE_KEY SESSION_SECRET".split(
    " ",
  );
const PASSWORD_NAMES =
  "DB_PASSWORD PASSWORD POSTGRES_PASSWORD ADMIN_PASSWORD SMTP_PASS REDIS_PASSWORD MYSQL_ROOT_PASSWORD KEYSTORE_PASSPHRASE APP_SECRET".split(
    " ",
  );

/** The neighbours of a text: what a digest of a session holds before and after it. */
const AROUND = [
  ["", ""],
  ["Ran the command and got:\n", "\nThen I fixed the test."],
  ["```\n", "\n```\n"],
  ["✔ fertig – ", " 👍"],
];

/**
 * A corpus in the format of `read-corpus.mjs`, of secrets and clean texts made up from families and contexts. `half` 0
 * has only families and contexts that rules were written against, 1 has only documents with one that they were not.
 */
export function generateCorpus({ seed, half, size }) {
  const random = createRandom(seed);
  const plans = [
    { kind: "bare", share: 3, families: TOKENS, contexts: shapes(BARE) },
    { kind: "carried", share: 3, families: { ...TOKENS, ...OPAQUE }, contexts: shapes(CARRIERS) },
    {
      kind: "named",
      share: 4,
      families: { ...TOKENS, ...OPAQUE },
      contexts: namedShapes(TOKEN_NAMES, random),
    },
    { kind: "named-password", share: 2, families: PASSWORDS, contexts: namedShapes(PASSWORD_NAMES, random) },
    { kind: "password", share: 3, families: PASSWORDS, contexts: passwordShapes() },
    {
      kind: "block",
      share: 1,
      families: BLOCKS,
      contexts: { plain: (block) => block, json: (block) => JSON.stringify({ text: block }) },
    },
    { kind: "wrapped", share: 0.5, families: TOKENS, contexts: wrappedShapes() },
  ];
  const documents = plans.flatMap((plan) => secretDocuments(plan, { random, half, size }));
  const clean = Object.keys(CLEAN).filter((name) => halfOf(name) === half);
  for (let i = 0; i < size; i++) {
    const name = clean[i % clean.length];
    const text = around(CLEAN[name](random), random);
    documents.push({ text, secrets: [], label: "clean", source: `clean:${name}` });
  }
  return documents;
}

function secretDocuments({ kind, share, families, contexts }, { random, half, size }) {
  const pairs = Object.keys(contexts).flatMap((context) =>
    Object.keys(families).map((family) => ({ context, family })),
  );
  const chosen = pairs.filter(({ context, family }) => {
    const seen = halfOf(`${kind}:${context}`) === 0 && halfOf(family) === 0;
    return half === 0 ? seen : !seen;
  });
  return Array.from({ length: Math.ceil((size * share) / 10) }, () => {
    const { context, family } = random.pick(chosen);
    const made = kind === "block" ? families[family](random, put) : families[family](random);
    const text = around(contexts[context](made), random);
    return { ...readMarks(text), label: "secret", source: `${kind}:${context} ${family}` };
  });
}

function shapes(list) {
  return Object.fromEntries(Object.entries(list).map(([name, shape]) => [name, marked(shape)]));
}

function namedShapes(names, random) {
  const entries = Object.entries(NAMED).map(([context, shape]) => [
    context,
    (value) => shape(random.pick(names), put(value)),
  ]);
  return Object.fromEntries(entries);
}

/** A place that encodes the password marks what it made of it itself. */
function passwordShapes() {
  const entries = Object.entries(PASSWORD_PLACES).map(([name, shape]) => [
    name,
    (value) => (shape.length > 1 ? shape(value, put) : shape(put(value))),
  ]);
  return Object.fromEntries(entries);
}

function wrappedShapes() {
  return Object.fromEntries(
    Object.entries(WRAPPED).map(([name, shape]) => [name, (value) => shape(value, put)]),
  );
}

function around(text, random) {
  const [before, after] = random.pick(AROUND);
  return `${before}${text}${after}`;
}

/** Takes the marks out, also where they were percent-encoded, and tells where they stood. */
function readMarks(text) {
  const [open, close] = [OPEN, CLOSE].map((mark) => encodeURIComponent(mark));
  const source = text.replaceAll(open, OPEN).replaceAll(close, CLOSE);
  const secrets = [];
  let plain = "";
  let start = 0;
  for (const part of source.split(/([\ue000\ue001])/)) {
    if (part === OPEN) start = plain.length;
    else if (part === CLOSE) secrets.push({ start, end: plain.length, kind: "generated" });
    else plain += part;
  }
  return { text: plain, secrets };
}
