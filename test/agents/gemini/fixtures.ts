import { recordingsOf } from "../recordings.ts";

/** Recorded from Gemini CLI 0.61.0. */
export const { payloads, recorded, transcript } = recordingsOf("gemini");
