import { join } from "node:path";
import * as z from "zod";
import { writeOwnFile } from "../../files/own-file.ts";
import { readSmallFile } from "../../files/read-small-file.ts";
import { tryParseJson } from "../../text/json-text.ts";

/** Further ones are forgotten, and with them the worktrees of snapshots from before. */
const MAX_MOVES = 50;

/** The project of a store, and what its directory was called before, oldest first. */
const ProjectFile = z.object({
  root: z.string(),
  moves: z.array(z.object({ from: z.string(), to: z.string() })).default([]),
});
type ProjectFile = z.infer<typeof ProjectFile>;

/** Undefined for a store that was not completed. */
export function readProjectFile(store: string): ProjectFile | undefined {
  return ProjectFile.safeParse(tryParseJson(readSmallFile(fileIn(store)))).data;
}

export function writeProjectFile(store: string, { root, moves }: ProjectFile): void {
  writeOwnFile(fileIn(store), JSON.stringify({ root, moves: moves.slice(-MAX_MOVES) }), { durable: true });
}

function fileIn(store: string): string {
  return join(store, "holdfast", "project.json");
}
