import { type Capture, factsOf } from "../kernel/capture.ts";
import type { JsonObject } from "../kernel/json.ts";

/** What was captured of a session so far, under the field names of D16-D19. */
export function capturedState(capture: Capture): JsonObject {
  const changed = capture.files.filter(({ action }) => action === "changed").map(({ path }) => path);
  return { ...(factsOf(capture) as unknown as JsonObject), files_modified: changed };
}
