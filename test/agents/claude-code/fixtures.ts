import { readFileSync } from "node:fs";
import { recordingsOf } from "../recordings.ts";

/** Recorded from Claude Code 2.1.329. */
export const { payloads, recorded, root } = recordingsOf("claude-code");

/** A recorded session: a tool call, a blocked stop, `/compact`, one more turn. */
export const sample = readFileSync(new URL("transcript-sample.jsonl", root));
