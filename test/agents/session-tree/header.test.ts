import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { findSessionFiles, forkedFrom } from "../../../src/agents/session-tree/session-files.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const PARENT = "11111111-1111-4111-8111-111111111111";
const FIXTURES = join(import.meta.dirname, "../../fixtures");

/** A recorded session's lines, with its header changed. */
function recorded(client: string, change: object): string {
  const lines = readFileSync(join(FIXTURES, client, "compacted.jsonl"), "utf8").split("\n");
  return lines.map((line) => (line.includes('"type":"session"') ? changed(line, change) : line)).join("\n");
}

function changed(line: string, change: object): string {
  return JSON.stringify({ ...(JSON.parse(line) as object), ...change });
}

describe.each(["pi", "oh-my-pi"])("the header of a session of %s, as recorded", (client) => {
  let directory: string;
  let path: string;
  const write = (change: object) => writeFileSync(path, recorded(client, change));
  beforeEach(() => {
    directory = temporaryDirectory("headers");
    path = join(directory, "sessions", "--shop--", "2026-11-23T07-42-16-372Z_a.jsonl");
    mkdirSync(dirname(path), { recursive: true });
  });

  const later = { timestamp: "2026-11-30T00:00:00.000Z" };

  test.each([`/home/ann/sessions/--shop--/2026-11-23T07-42-13-823Z_${PARENT}.jsonl`, PARENT])(
    "names the session that it was forked from: %s",
    async (parentSession) => {
      write({ ...later, parentSession });
      expect(await forkedFrom(path)).toBe(PARENT);
    },
  );

  test("names none if there are no older entries, or it is not a name", async () => {
    write({ parentSession: PARENT });
    expect(await forkedFrom(path)).toBeUndefined();
    for (const parentSession of ["/etc/passwd", "../a b", "", 7]) {
      write({ ...later, parentSession });
      expect(await forkedFrom(path)).toBeUndefined();
    }
    write(later);
    expect(await forkedFrom(path)).toBeUndefined();
  });

  test("names its session and directory, which it must have", async () => {
    write({ id: "b" });
    const found = { path, nativeSession: "b", cwd: "/home/ann/shop" };
    expect(await findSessionFiles(directory, () => true)).toEqual([expect.objectContaining(found)]);
    write({ id: "b", cwd: 7 });
    expect(await findSessionFiles(directory, () => true)).toEqual([]);
  });
});
