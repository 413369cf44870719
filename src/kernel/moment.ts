import * as z from "zod";

/** Milliseconds since 1970, as far as `Date` reaches. */
export const Moment = z.number().min(-8.64e15).max(8.64e15);
