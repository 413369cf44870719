import { describe, inject } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { describeStore, sampleChildKeys } from "../../src/testing/index.ts";
import { temporarySchema } from "../support/temporary-schema.ts";

const url = inject("postgresUrl");

// Null only with HOLDFAST_TEST_WITHOUT_POSTGRES=1, which the test run reports.
describe.runIf(url)("on a real server", () => {
  describeStore("PostgreSQL", async () => {
    const schema = await temporarySchema(url ?? "");
    return openStore({ file: ":memory:", url: url ?? "", schema, childKeys: sampleChildKeys });
  });
});
