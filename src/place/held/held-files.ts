import { appendFileSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../files/replace-file.ts";
import { ensureDirectory, isFileIn } from "../files/inside-directory.ts";
import { listFilesNewestFirst } from "../files/list-files.ts";
import type { PlacesDirectory } from "../files/places-directory.ts";
import { formatHeldPrompt, type HeldPrompt, parseHeldPrompts } from "./held-prompt-format.ts";

/** The prompts that are held for a session. */
export interface HeldFile {
  path: string;
  session: string;
  prompts: HeldPrompt[];
}

const NAME = /^pending-prompt-([A-Za-z0-9][A-Za-z0-9_-]{0,127})\.txt$/;
/** No person types more than this. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Adds a prompt, whose text must be redacted, to those that are held for a session. Idempotent. */
export function appendHeldPrompt(directory: PlacesDirectory, session: string, prompt: HeldPrompt): void {
  ensureDirectory(directory, directory.memory);
  const path = join(directory.memory, `pending-prompt-${session}.txt`);
  const entry = formatHeldPrompt(prompt);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat && !isFileIn(directory.memory, path)) throw new Error(`${path} is not a file of yours`);
  if ((stat?.size ?? 0) + Buffer.byteLength(`\n${entry}`) > MAX_BYTES) throw new Error(`${path} is full`);
  const known = stat ? readFileSync(path, "utf8") : "";
  if (known.includes(entry)) return;
  // Prompts are private even in a shared directory.
  appendFileSync(path, known === "" || known.endsWith("\n") ? entry : `\n${entry}`, {
    mode: 0o600,
    flush: true,
  });
}

/** Removes prompts from those that are held for a session. Throws if the file is not the user's. */
export function removeHeldPrompts(
  { memory, root }: PlacesDirectory,
  session: string,
  isRemoved: (prompt: HeldPrompt) => boolean,
): void {
  const path = join(memory, `pending-prompt-${session}.txt`);
  const held = readPrompts(root, path);
  const left = held.filter((prompt) => !isRemoved(prompt));
  if (left.length === held.length) return;
  if (left.length === 0) rmSync(path);
  else replaceFile(path, left.map(formatHeldPrompt).join(""), { durable: true });
}

/** Finds the session's own file, otherwise those of other sessions, newest first (P35, P38). */
export function findHeldFiles({ memory, root }: PlacesDirectory, own: string | undefined): HeldFile[] {
  const files = listFilesNewestFirst(memory, (name) => NAME.test(name)).flatMap(({ path, name }) => {
    const session = NAME.exec(name)?.[1];
    const prompts = session === undefined ? [] : readPrompts(root, path);
    return session === undefined || prompts.length === 0 ? [] : [{ path, session, prompts }];
  });
  const ours = files.filter(({ session }) => session === own);
  return ours.length > 0 ? ours : files;
}

function readPrompts(directory: string, path: string): HeldPrompt[] {
  const size = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return isFileIn(directory, path) && size <= MAX_BYTES ? parseHeldPrompts(readFileSync(path, "utf8")) : [];
}
