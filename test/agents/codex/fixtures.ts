import { readdirSync, readFileSync } from "node:fs";
import { recordingsOf } from "../recordings.ts";

/** Recorded from Codex CLI 0.169.0. */
export const { payloads, recorded, root, transcript } = recordingsOf("codex");

/** The client's own schema of what a hook may answer; none for an event that takes no answer. */
export function outputSchema(
  event: string,
): { properties: Record<string, unknown>; definitions: object } | undefined {
  const name = event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  const file = `${name}.command.output.schema.json`;
  const known = readdirSync(new URL("schemas/", root));
  return known.includes(file)
    ? JSON.parse(readFileSync(new URL(`schemas/${file}`, root), "utf8"))
    : undefined;
}
