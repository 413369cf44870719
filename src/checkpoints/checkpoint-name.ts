import * as z from "zod";
import { isTurnNumber } from "./turn-number.ts";

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
