import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listReceipts, removeReceipts } from "../../src/spool/receipts.ts";

let spool: string;
beforeEach(() => {
  spool = mkdtempSync(join(tmpdir(), "holdfast-receipts-"));
});
afterEach(() => rmSync(spool, { recursive: true, force: true }));

describe("R-H8: receipts", () => {
  test("that are directories are removed, and do not stop the others", () => {
    mkdirSync(join(spool, "aaaaaaaa.ack"));
    writeFileSync(join(spool, "aaaaaaaa.ack", "inside"), "");
    writeFileSync(join(spool, "bbbbbbbb.ack"), "");
    writeFileSync(join(spool, "bbbbbbbb.part"), "");
    writeFileSync(join(spool, "cccccccc.part"), "");
    removeReceipts(spool, listReceipts(spool));
    expect(readdirSync(spool)).toEqual(["cccccccc.part"]);
  });

  test("are taken up to 500 at once, and the rest by the next call", () => {
    for (let i = 0; i < 501; i++) writeFileSync(join(spool, `receipt-${i}.ack`), "");
    const first = listReceipts(spool);
    expect(first).toHaveLength(500);
    removeReceipts(spool, first);
    const rest = listReceipts(spool);
    expect(rest).toHaveLength(1);
    expect(first).not.toContain(rest[0]);
  });
});
