import * as z from "zod";
import type { Context } from "../../../kernel/context.ts";
import { HoldfastError } from "../../../kernel/errors.ts";
import { flag } from "../../../kernel/operation.ts";
import { hasSharedKey } from "../../../transfer/remote/add-remote.ts";
import { findRemote } from "../../../transfer/remote/project-remote.ts";
import type { Prompts, TerminalDialog } from "./prompts.ts";

/** How often a person may mistype a new passphrase. */
const MOST_TRIES = 3;

const Given = z.looseObject({
  plain: flag(""),
  recipients: z.array(z.string()).default([]),
  identity: z.string().optional(),
  passphrase: z.string().optional(),
  action: z.string().optional(),
  place: z.string().optional(),
});

/**
 * Completes the input of `export` with a passphrase, if it needs one: that of the environment, or one that the person
 * types twice. The command line is no place for it, since every user of the machine can read that.
 */
export async function askForNewPassphrase(
  _ctx: Context,
  input: object,
  dialog: TerminalDialog,
): Promise<object | undefined> {
  const { plain, recipients, passphrase } = Given.parse(input);
  if (plain || recipients.length > 0 || passphrase !== undefined) return input;
  if (dialog.passphrase !== undefined) return { ...input, passphrase: dialog.passphrase };
  if (!dialog.prompts) return input;
  const known = await typedTwice(dialog.prompts, dialog.say, "The bundle");
  return known === undefined ? undefined : { ...input, passphrase: known };
}

/** The same for `remote add`. If another machine added it before, only its passphrase opens what is there. */
export async function askForRemotePassphrase(
  ctx: Context,
  input: object,
  dialog: TerminalDialog,
): Promise<object | undefined> {
  const { action, place, recipients, passphrase } = Given.parse(input);
  if (action !== "add" || recipients.length > 0 || passphrase !== undefined) return input;
  if (dialog.passphrase !== undefined) return { ...input, passphrase: dialog.passphrase };
  const { prompts, say } = dialog;
  const { projectRoot } = await ctx.workspace.locate(ctx.caller.cwd);
  // The operation itself says what is wrong.
  if (!prompts || place === undefined || findRemote(ctx, projectRoot)) return input;
  const known = (await hasSharedKey(ctx, place))
    ? await prompts.askSecret("Passphrase of the remote, as on the other machine")
    : await typedTwice(prompts, say, "What you push");
  return known === undefined ? undefined : { ...input, passphrase: known };
}

/** The same for `import`. A passphrase that an unencrypted bundle does not need does no harm. */
export async function askForPassphrase(
  _ctx: Context,
  input: object,
  { passphrase: given, prompts }: TerminalDialog,
): Promise<object | undefined> {
  const { identity, passphrase } = Given.parse(input);
  if (identity !== undefined || passphrase !== undefined) return input;
  if (given === undefined && !prompts) return input;
  const known = given ?? (await prompts?.askSecret("Passphrase (empty if it is not encrypted)"));
  if (known === undefined) return undefined;
  return known === "" ? input : { ...input, passphrase: known };
}

/** Undefined if the person cancels. */
async function typedTwice(
  prompts: Prompts,
  say: TerminalDialog["say"],
  what: string,
): Promise<string | undefined> {
  say([`${what} is encrypted with a passphrase. Five random words are a good one.`]);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const first = await prompts.askSecret("Passphrase");
    const second = first === undefined ? undefined : await prompts.askSecret("The same again");
    if (second === undefined || first === second) return second;
    say(["The two are not the same."]);
  }
  throw new HoldfastError("invalid_input", "The passphrase was not typed the same twice.", {
    next: "Run the command again, or set HOLDFAST_PASSPHRASE.",
  });
}
