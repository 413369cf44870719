import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLazyStore } from "../../src/store/create-lazy-store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

test("an unused store creates no file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hf-lazy-"));
  try {
    const file = join(folder, "holdfast.db");
    const store = await Promise.resolve(createLazyStore(() => openStore({ file, childKeys: () => [] })));
    await store.close();
    expect(existsSync(file)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("R-G4: the first call opens the store once; if that fails, so does the call, and the next one tries again", async () => {
  let opened = 0;
  const store = createLazyStore(() => {
    opened += 1;
    return openStore({ file: ":memory:", childKeys: () => [] });
  });
  const session = sampleSession();
  await store.replaceSession(session);
  expect(await store.getSession(session.id)).toEqual({ ...session, revision: 1 });
  expect(opened).toBe(1);
  await store.close();

  let attempts = 0;
  const late = createLazyStore(() => {
    attempts += 1;
    return attempts === 1
      ? Promise.reject(new Error("not up yet"))
      : openStore({ file: ":memory:", childKeys: () => [] });
  });
  await expect(late.stats()).rejects.toThrow("not up yet");
  expect(await late.stats()).toMatchObject({ checkpoints: 0 });
  await late.close();

  const broken = createLazyStore(() => Promise.reject(new Error("no disk")));
  await expect(broken.stats()).rejects.toThrow("no disk");
  await broken.close();
});
