import { appendFileSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder, isFileIn } from "../files/inside-folder.ts";
import { filesNewestFirst } from "../files/newest-first.ts";
import type { PlacesFolder } from "../files/places-folder.ts";
import { formatHeldPrompt, type HeldPrompt, parseHeldPrompts } from "./held-prompts.ts";

/** The prompts that were kept for a session. */
export interface HeldFile {
  path: string;
  session: string;
  prompts: HeldPrompt[];
}

const NAME = /^pending-prompt-([A-Za-z0-9][A-Za-z0-9_-]{0,127})\.txt$/;
/** No person types more than that. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Adds a prompt to those that are kept for a session; the text must be redacted. Once per prompt, however often it is called. */
export function appendHeldPrompt(folder: PlacesFolder, session: string, prompt: HeldPrompt): void {
  ensureFolder(folder, folder.memory);
  const path = join(folder.memory, `pending-prompt-${session}.txt`);
  const entry = formatHeldPrompt(prompt);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat && !isFileIn(folder.memory, path)) throw new Error(`${path} is not a file of yours`);
  if ((stat?.size ?? 0) + entry.length > MOST_BYTES) throw new Error(`${path} is full`);
  const known = stat ? readFileSync(path, "utf8") : "";
  if (known.includes(entry)) return;
  // Even in a shared folder: prompts are private.
  appendFileSync(path, known === "" || known.endsWith("\n") ? entry : `\n${entry}`, {
    mode: 0o600,
    flush: true,
  });
}

/** The session's own file if it has one, else those of other sessions, newest first (P35, P38). */
export function findHeldFiles({ memory, artifacts }: PlacesFolder, own: string | undefined): HeldFile[] {
  const files = filesNewestFirst(memory, (name) => NAME.test(name)).flatMap(({ path, name }) => {
    const session = NAME.exec(name)?.[1];
    const prompts = session === undefined ? [] : readPrompts(artifacts ?? memory, path);
    return session === undefined || prompts.length === 0 ? [] : [{ path, session, prompts }];
  });
  const ours = files.filter(({ session }) => session === own);
  return ours.length > 0 ? ours : files;
}

function readPrompts(folder: string, path: string): HeldPrompt[] {
  const size = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return isFileIn(folder, path) && size <= MOST_BYTES ? parseHeldPrompts(readFileSync(path, "utf8")) : [];
}
