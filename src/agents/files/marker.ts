import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { readIfExists } from "./write-if-changed.ts";

export const MARKER = ".holdfast.json";

const NAME = String.raw`(?!\.\.?(?:/|$))[\w.-]+`;
const Inside = z.string().regex(new RegExp(`^${NAME}(?:/${NAME})*$`));
const InsideOrAbove = z.union([z.literal(""), z.string().regex(/^\.\.(?:\/\.\.)*$/), Inside]);

const Marker = z.object({
  /** Relative path → SHA-256 of the content that we wrote. */
  files: z.record(Inside, z.string()),
  /** Directories that we created, relative to the root: only these may be removed again. */
  createdFolders: z.array(InsideOrAbove),
});
export type Marker = z.infer<typeof Marker>;

/** Reads our list of the installed files; undefined if it is missing or damaged. */
export async function readMarker(root: string): Promise<Marker | undefined> {
  const text = await readIfExists(join(root, MARKER));
  if (text === undefined) return undefined;
  try {
    return Marker.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // not JSON
  }
}

export function markerText(files: Marker["files"], createdFolders: readonly string[]): string {
  const marker: Marker = { files, createdFolders: [...createdFolders] };
  return `${JSON.stringify(marker, null, 2)}\n`;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
