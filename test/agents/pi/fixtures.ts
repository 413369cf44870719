import { recordingsOf } from "../recordings.ts";

/** Recorded from pi 1.5.2. */
export const { payloads, recorded, transcript } = recordingsOf("pi");
