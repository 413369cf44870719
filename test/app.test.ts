import { expect, test } from "vitest";
import { openContext } from "../src/app.ts";
import { temporaryDirectory } from "./support/temporary-directory.ts";

test("the database URL of the environment overrides the one in the settings for every reader", async () => {
  const home = temporaryDirectory("app");
  const urlOf = async (env: Record<string, string>) => {
    const ctx = await openContext({ env: { HOLDFAST_HOME: home, ...env }, home, cwd: home, lazyStore: true });
    await ctx.close();
    return ctx.config.store.url;
  };
  // A module that a shared database names is not loaded without consent, for example.
  const url = "postgres://127.0.0.1:1/shared";
  expect(await urlOf({ HOLDFAST_DATABASE_URL: url })).toBe(url);
  expect(await urlOf({})).toBeUndefined();
});
