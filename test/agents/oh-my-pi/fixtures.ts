import { recordingsOf } from "../recordings.ts";

/** Recorded from oh-my-pi 18.2.3. */
export const { payloads, recorded, transcript } = recordingsOf("oh-my-pi");
