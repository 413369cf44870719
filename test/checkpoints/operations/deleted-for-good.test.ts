import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadOperations } from "../../../src/operations.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();

const DAY = 86_400_000;

/** Which of the words are in the database's files, in any case of letters. */
function wordsInFiles({ root }: TestPlace, words: readonly string[]): string[] {
  const state = join(root, "state");
  const files = readdirSync(state).filter((name) => name.startsWith("holdfast.db"));
  const bytes = files.map((name) => readFileSync(join(state, name), "latin1").toLowerCase());
  return words.filter((word) => bytes.some((content) => content.includes(word)));
}

test("SEC-S75: data that was deleted and pruned, or forgotten, is in no file", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const call = async (name: string, input: object) =>
      (await operations.find((each) => each.name === name)?.call(ctx, input)) as { id: string };
    // Enough beside it that pages are shared, and that the index of the words has more than one of them.
    for (let i = 0; i < 40; i++)
      await call("remember", { text: `Note ${i} about jackdaws and their ${i} nests.` });
    const { id } = await call("save", {
      digest: "About the quinquereme.",
      state: { note: "a bassarisk".repeat(400) },
    });
    await call("save", { name: "kept", state: { note: "a galago" } });
    const note = await call("remember", { text: "The kinkajou is kept elsewhere." });
    const secret = ["quinquereme", "bassarisk", "kinkajou"];
    expect(wordsInFiles(place, secret)).toEqual(secret);

    await call("delete", { id });
    await call("forget", { id: note.id });
    place.clock.now += 8 * DAY;
    await call("prune", {});
    expect(wordsInFiles(place, [...secret, "galago"])).toEqual(["galago"]);
  }));
