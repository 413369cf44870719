import { join } from "node:path";
import { readSmallFile } from "../files/read-small-file.ts";
import type { Repository } from "./find-repository.ts";

const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** A reference may not leave the git directory, whatever a hostile HEAD says. */
const REFERENCE = /^refs\/(?!.*\.\.)[^\0\n]{1,500}$/;

/** Commit and branch of a worktree; both null if they cannot be read (an unborn branch has no commit). */
export function readHead({ gitDir, commonDir }: Repository) {
  const content = (readSmallFile(join(gitDir, "HEAD")) ?? "").trim();
  if (OBJECT_ID.test(content)) return { head: content, branch: null };
  const reference = content.startsWith("ref: ") ? content.slice(5).trim() : "";
  if (!REFERENCE.test(reference)) return { head: null, branch: null };
  const head = looseRef(gitDir, reference) ?? looseRef(commonDir, reference);
  const branch = reference.startsWith("refs/heads/") ? reference.slice("refs/heads/".length) : reference;
  return { head: head ?? packedRef(commonDir, reference) ?? null, branch };
}

function looseRef(gitDir: string, reference: string): string | undefined {
  const content = readSmallFile(join(gitDir, reference))?.trim();
  return content && OBJECT_ID.test(content) ? content : undefined;
}

function packedRef(commonDir: string, reference: string): string | undefined {
  const packed = readSmallFile(join(commonDir, "packed-refs")) ?? "";
  const line = packed.split("\n").find((row) => row.endsWith(` ${reference}`));
  const id = line?.slice(0, line.indexOf(" "));
  return id && OBJECT_ID.test(id) ? id : undefined;
}
