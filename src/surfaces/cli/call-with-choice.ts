import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { NamedOperation } from "../../operations-by-name.ts";
import type { ArrivedFiles } from "../../recovery/work/find-arrived-files.ts";
import type { rewind } from "../../rewind/operations/rewind.ts";
import { count } from "../../text/phrases.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import type { continueOperation } from "../../transfer/operations/continue.ts";
import type { Choice, Prompts } from "./ask/prompts.ts";
import { ago } from "./layout/table.ts";
import { cutTo } from "./layout/text-width.ts";
import { optionFlag } from "./list-options.ts";

/** A program that takes over the terminal until it ends. */
export interface Takeover {
  command: readonly string[];
  directory: string;
  environment: Readonly<Record<string, string>>;
  /** Files from another machine that a person may want first. */
  files?: ArrivedFiles | null;
  /** What could not be brought here from another machine. */
  missing?: readonly string[];
}

interface CallInput {
  ctx: Context;
  operation: NamedOperation;
  /** Undefined without a person at a terminal. */
  prompts: (() => Promise<Prompts | undefined>) | undefined;
  columns: number;
}

/**
 * Calls an operation. If its input is ambiguous, a person at a terminal chooses, and it is called again. Undefined if
 * they cancel.
 */
export async function callWithChoice(calling: CallInput, input: object): Promise<unknown> {
  const { ctx, operation } = calling;
  const attempted = await attempt(calling, input);
  const prompts = attempted.options.length === 0 ? undefined : await calling.prompts?.();
  if (!prompts) return attempted.answer();
  const question = attempted.field === "choice" ? "Which place?" : "Which session?";
  const id = await prompts.chooseOne(question, attempted.options);
  if (id === undefined) return undefined;
  return await operation.call(ctx, { ...input, [attempted.field]: id }, fieldName(operation));
}

/** Error messages name a field as the person typed it. */
function fieldName({ positional }: NamedOperation): (field: string) => string {
  return (field) => (positional.includes(field) ? field : optionFlag(field));
}

/** The output or error of a call, and its choices. */
async function attempt({ ctx, operation, columns }: CallInput, input: object) {
  try {
    const output = await operation.call(ctx, input, fieldName(operation));
    const options = choicesIn(operation.name, output, { now: ctx.clock(), columns });
    return { options, field: "id", answer: () => output };
  } catch (error) {
    return {
      field: error instanceof HoldfastError && error.details["field"] === "choice" ? "choice" : "id",
      options: error instanceof HoldfastError ? optionsOf(error) : [],
      answer: () => {
        throw error;
      },
    };
  }
}

const Choices = z.array(z.object({ id: z.string(), label: z.string(), preview: z.string().default("") }));

function optionsOf({ details }: HoldfastError): Choice<string>[] {
  const { data = [] } = Choices.safeParse(details["choices"]);
  return data.map(({ id, label, preview }) => ({
    value: id,
    label: `${id} ${label}`,
    ...(preview === "" ? {} : { hint: preview }),
  }));
}

type ContinueOutput = z.infer<typeof continueOperation.output>;

interface Screen {
  now: number;
  columns: number;
}

function choicesIn(name: NamedOperation["name"], output: unknown, screen: Screen): Choice<string>[] {
  if (name !== "continue") return [];
  return (output as ContinueOutput).choices.map((choice) => ({
    value: choice.id,
    label: labelOf(choice, screen),
  }));
}

/** Columns that the list needs in addition to an id, a title and its details. */
const FRAME = 17;
const MIN_TITLE = 12;

/** A session on one line; the title is shortened to fit. */
function labelOf(
  { id, title, directory, files, agent, state, lastWorkedAt, openTodos }: ContinueOutput["choices"][number],
  { now, columns }: Screen,
): string {
  const where = directory === "" ? [] : [directory];
  const work = [
    ...(files === 0 ? [] : [count(files, "file")]),
    ...(openTodos === 0 ? [] : [`${openTodos} open`]),
  ];
  const about = `(${[...where, agent, state, ago(lastWorkedAt, now), ...work].join(", ")})`;
  const room = columns - FRAME - shortSessionId(id).length - about.length;
  return `${shortSessionId(id)} ${cutTo(title, Math.max(MIN_TITLE, room))} ${about}`;
}

/** The client in which a person wants to continue, if the operation chose one. */
export function takeoverOf(name: NamedOperation["name"], output: unknown): Takeover | undefined {
  if (name === "continue") {
    const { chosen, warnings } = output as ContinueOutput;
    return chosen ? { ...chosen, missing: warnings } : undefined;
  }
  return name === "rewind" ? (output as z.infer<typeof rewind.output>) : undefined;
}
