import { posix } from "node:path";
import { splitGitCommand } from "../split-git-command.ts";
import { readFlags } from "./read-flags.ts";

const REMOVERS = /^(?:rm|unlink|rmdir|trash)$/;
const DRY = ["cached", "n", "dry-run"];

/** The files and directories that are no longer there after a program with these arguments. */
export function removedByProgram(program: string, args: readonly string[]): string[] {
  if (program === "git") return removedByGit(args);
  if (program === "mv") return movedAway(args);
  return REMOVERS.test(program) ? readFlags(args, []).operands : [];
}

function removedByGit(args: readonly string[]): string[] {
  const { directory = "", command, rest } = splitGitCommand(args);
  const { operands, flags } = readFlags(rest, []);
  if (DRY.some((flag) => flags.has(flag))) return [];
  const removed = command === "rm" ? operands : command === "mv" ? operands.slice(0, -1) : [];
  return removed.map((path) => posix.join(directory, path));
}

function movedAway(args: readonly string[]): string[] {
  const { operands, values } = readFlags(args, ["t", "target-directory", "S"]);
  return values.has("t") || values.has("target-directory") ? operands : operands.slice(0, -1);
}
