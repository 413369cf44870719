import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { ShownWork } from "../../recovery/work/show-work.ts";
import { resumePlace } from "../resume-place.ts";
import { SavedPlace } from "../saved-place.ts";

const HeldView = z.object({
  /** The session that the prompts belong to. */
  session: z.string(),
  isOwn: z.boolean(),
  prompts: z.array(
    z.object({ number: z.number(), at: z.string(), beginning: z.string(), replayable: z.boolean() }),
  ),
  run: z.string().nullable(),
  edit: z.string().nullable(),
  askAgain: z.boolean(),
  /** Whether this call moved the prompts to the trash. */
  discarded: z.boolean(),
});

const Input = z.object({
  id: z
    .string()
    .max(128)
    .optional()
    .describe(
      "Checkpoint id or name, or session id (default: the pending place, otherwise the newest work here)",
    ),
  yes: flag("Restore: list the files to read again, and mark the place as resumed"),
  asReference: flag("Show it only, even with --yes"),
  choice: z.string().max(40).optional().describe("Number of the place, or skip for the newest"),
  held: z.string().max(200).optional().describe("Held prompts to take: all, 1,3, edit 2, none, or delete"),
  replacement: z.string().max(262_144).optional().describe("Replacement for the edited prompt"),
  page: z.coerce.number().int().min(1).max(99).default(1).describe("Page of the record"),
  format: z
    .enum(["md", "json", "prompt"])
    .optional()
    .describe("Print Markdown, JSON, or a prompt for a model"),
  tries: z.coerce.number().int().min(0).max(9).default(0).describe("Invalid answers so far"),
});

const Output = ShownWork.extend({
  place: SavedPlace.nullable(),
  /** The Markdown file of the place. */
  file: z.string().nullable(),
  /** The text of a damaged place file. */
  raw: z.string().nullable(),
  /** Whether this call restored the place. */
  restored: z.boolean(),
  /** The files to read now, since places contain only paths. */
  read: z.array(z.string()),
  held: HeldView.nullable(),
  /** Calls of the asking client's own tools that restore the todos (D42). The first whose tool it has is enough. */
  todoForms: z.array(z.object({ tool: z.string(), calls: z.array(z.record(z.string(), z.unknown())) })),
  /** The whole output in the format `md` or `prompt`, if requested. */
  text: z.string().nullable(),
  warnings: z.array(z.string()),
});
type Output = z.infer<typeof Output>;

export const resume = defineOperation({
  name: "resume",
  group: "checkpoints",
  summary: "Show what is needed to continue earlier work",
  positional: ["id"],
  tool: "checkpoint_resume",
  guidance:
    "Call it when the user wants to continue earlier work. It changes no project files; sections is the record, in pages if it is long; drift lists what has changed since. Restore the todos with the calls of the first entry of todoForms whose tool you have, then continue with next. Call it with yes once the user agrees, and read the files in read.",
  readOnly: false,
  input: Input,
  output: Output,
  // The text already contains the sections and the state, and a model would pay for them twice.
  toolOutput: {
    schema: Output,
    from: (output) => {
      const whole = output as Output;
      return whole.text === null ? whole : { ...whole, sections: [], state: null };
    },
  },
  async run(ctx: Context, input) {
    await ctx.drain();
    return await resumePlace(ctx, input);
  },
});
