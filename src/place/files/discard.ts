import type { Context } from "../../kernel/context.ts";
import type { PlacesDirectory } from "./places-directory.ts";
import { ensureTrash, moveToTrash } from "./trash.ts";

interface DiscardInput {
  directory: PlacesDirectory;
  at: number;
  warn: (text: string) => void;
}

/** Returns a function that moves a file to the trash. If that fails, it calls `warn` and the file is kept (P39). */
export function createDiscard({ directory, at, warn }: DiscardInput): (path: string) => boolean {
  return (path) => attempt(path, warn, () => moveToTrash(directory, path, at));
}

/**
 * The same, but the file is moved only once what the operation returns was printed, since nobody has it before. That the
 * trash cannot be used is said at once.
 */
export function createDiscardWhenPrinted(
  { whenPrinted }: Pick<Context, "whenPrinted">,
  input: DiscardInput,
): (path: string) => boolean {
  const discard = createDiscard(input);
  if (!whenPrinted) return discard;
  return (path) => {
    whenPrinted(async () => void discard(path));
    return canDiscard(path, input);
  };
}

/** Whether there is a trash for the file; warns if not. */
export function canDiscard(path: string, { directory, at, warn }: DiscardInput): boolean {
  return attempt(path, warn, () => ensureTrash(directory, at) !== "");
}

function attempt(path: string, warn: (text: string) => void, action: () => boolean): boolean {
  try {
    return action();
  } catch (error) {
    warn(
      `${path} could not be moved to the trash: ${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  }
}
