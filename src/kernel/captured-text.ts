import * as z from "zod";

/** A text of a capture. One character more than `MAX_TEXT` of `text/bounded.ts`: the mark of what was cut. */
export const CapturedText = z.string().max(1_501);
