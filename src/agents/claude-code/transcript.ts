import { realpath } from "node:fs/promises";
import { basename, dirname, sep } from "node:path";
import type { ContextUse, Transcript } from "../../kernel/agent/transcript.ts";
import { readTranscriptFile } from "../files/transcript-file.ts";
import { isUsersLink } from "../files/users-link.ts";
import { branchEntries } from "./transcript/branch-entries.ts";
import { AssistantLine, BoundaryLine, type ChainLine } from "./transcript/line.ts";
import { readLines } from "./transcript/lines.ts";
import { branchesOf, liveLines } from "./transcript/live-branch.ts";

/** The live branch of a session's transcript, from a bounded tail. Undefined for a path that may not be read. */
export async function readTranscript(path: string, maxBytes?: number): Promise<Transcript | undefined> {
  if (!(await isInPlace(path))) return undefined;
  return await readTranscriptFile(path, maxBytes, ({ bytes, cut }) => {
    const lines = readLines(bytes);
    const branch = liveLines(lines, cut);
    return {
      entries: branchEntries(lines, branch.lines),
      contextUse: contextUse(branch.lines),
      branches: branchesOf(lines.chain, branch.lines),
      ...(lines.title === undefined ? {} : { title: lines.title }),
      isWhole: lines.damaged === 0 && branch.isWhole,
    };
  });
}

/**
 * A path in the client's layout (`projects/<directory>/<session>.jsonl`) must not lead out of it, unless the user has
 * moved the directory of a project and left a link.
 */
async function isInPlace(path: string): Promise<boolean> {
  const projects = dirname(dirname(path));
  if (basename(projects) !== "projects") return true;
  try {
    const [file, root] = await Promise.all([realpath(path), realpath(projects)]);
    return file.startsWith(root + sep) || isLinkedProject(dirname(path));
  } catch {
    return false; // does not exist yet at the first prompt
  }
}

/** The client names a directory after a path, with a hyphen for each separator. */
async function isLinkedProject(directory: string): Promise<boolean> {
  return basename(directory).includes("-") && (await isUsersLink(directory));
}

/**
 * The context used by the last answer since the last compaction. A message has one line per content block and the same
 * usage on each, so the last line is enough.
 */
export function contextUse(lines: readonly ChainLine[]): ContextUse | undefined {
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index];
    if (line?.type === "system" && BoundaryLine.safeParse(line).success) return undefined;
    const use = line?.type === "assistant" ? useOf(line) : undefined;
    if (use) return use;
  }
  return undefined;
}

function useOf(line: ChainLine): ContextUse | undefined {
  const parsed = AssistantLine.safeParse(line);
  if (!parsed.success || !parsed.data.message.usage) return undefined;
  const { usage, model } = parsed.data.message;
  const tokens =
    usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
  // The client writes errors as messages without a model and without tokens.
  return tokens > 0 ? { tokens, ...(model ? { model } : {}) } : undefined;
}
