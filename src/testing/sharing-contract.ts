import { describe, expect, test } from "vitest";
import { type Clone, MAX_PIECE, type PartInfo } from "../kernel/storage/sharing-storage.ts";
import type { Store } from "../kernel/storage/store.ts";

const CLONE: Clone = {
  host: "mch_a",
  machine: "laptop",
  projectId: "prj_a",
  remotes: ["github.com/ada/shop"],
  rootCommit: "c0ffee",
  seenAt: 1_000,
};
const PART: PartInfo = { sessionId: "ses_a", host: "mch_a", machine: "laptop", version: "1", files: 0 };

async function* piecesOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function* broken() {
  yield Buffer.from("half");
  throw new Error("The file ended early.");
}

export function sharingContract(store: () => Store): void {
  const piece = async (part: PartInfo, number: number) => {
    const bytes = await store().getPiece(part, number);
    return bytes && Buffer.from(bytes).toString();
  };

  describe("machines that share the database", () => {
    test("a clone is kept once for each machine and project, the one seen last first", async () => {
      expect(await store().listClones()).toEqual([]);
      await store().putClone(CLONE);
      const other = { ...CLONE, host: "mch_b", remotes: [], rootCommit: null, seenAt: 2_000 };
      await store().putClone(other);
      expect(await store().listClones()).toEqual([other, CLONE]);
      const seen = { ...CLONE, machine: "desk", seenAt: 3_000 };
      await store().putClone(seen);
      expect(await store().listClones()).toEqual([seen, other]);
    });

    test("a part is read piece by piece, and replaced as a whole", async () => {
      await store().putPart(PART, piecesOf("one", "two"));
      expect(await store().listParts(["ses_a", "ses_b"])).toEqual([PART]);
      expect([await piece(PART, 0), await piece(PART, 1), await piece(PART, 2)]).toEqual([
        "one",
        "two",
        undefined,
      ]);
      const next = { ...PART, version: "2", files: 1 };
      await store().putPart(next, piecesOf("new"));
      expect(await store().listParts(["ses_a"])).toEqual([next]);
      expect([await piece(next, 0), await piece(next, 1), await piece(PART, 0)]).toEqual([
        "new",
        undefined,
        undefined,
      ]);
    });

    test("a part that breaks off leaves the one before", async () => {
      await store().putPart(PART, piecesOf("one"));
      await expect(store().putPart({ ...PART, version: "2" }, broken())).rejects.toThrow();
      expect(await store().listParts(["ses_a"])).toEqual([PART]);
      expect(await piece(PART, 0)).toBe("one");
    });

    test("a piece that is too long is not read", async () => {
      await store().putPart(PART, piecesOf("x".repeat(MAX_PIECE), "x".repeat(MAX_PIECE + 1)));
      expect((await piece(PART, 0))?.length).toBe(MAX_PIECE);
      expect(await piece(PART, 1)).toBeUndefined();
    });

    test("each machine has parts of its own, and deletes only those", async () => {
      const there = { ...PART, host: "mch_b", machine: "tower" };
      await store().putPart(PART, piecesOf("here", "too"));
      await store().putPart(there, piecesOf("there"));
      await store().putPart({ ...PART, sessionId: "ses_b" }, piecesOf("other"));
      expect(await store().listParts(["ses_a"])).toEqual([PART, there]);
      expect(await store().deleteParts("mch_a", ["ses_a", "ses_c"])).toBe(1);
      expect(await store().listParts(["ses_a", "ses_b"])).toEqual([there, { ...PART, sessionId: "ses_b" }]);
      expect(await store().deleteParts("mch_a", [])).toBe(0);
    });
  });
}
