import * as z from "zod";

/** A name that a person gives to a checkpoint. It works wherever ids do, so it must not look like one. */
export const CheckpointName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((name) => !/^chk_/i.test(name), "must not begin with chk_, the prefix of ids")
  .refine(
    (name) => !isTurnNumber(name),
    "must not be a number of up to six digits, which restore takes for a turn: add a letter, as in v2",
  );

/** Whether a person means a turn with this, wherever a checkpoint may be meant as well. */
export function isTurnNumber(text: string): boolean {
  return /^\d{1,6}$/.test(text);
}
