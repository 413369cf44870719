import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Options that all of our bundles share. */
export const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  // Native code, and packages of the user's own project, are not bundled.
  external: [
    "@photostructure/sqlite",
    "node:sqlite",
    "pg",
    "vitest",
    "fast-check",
    "@langchain/*",
    "@dbos-inc/*",
    // Provided by the client to its plugins.
    "openclaw/*",
  ],
  // Half the text compiles in half the time. Identifiers are kept for stack traces in the log.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "warning",
};
