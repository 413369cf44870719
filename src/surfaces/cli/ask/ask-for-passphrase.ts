import * as z from "zod";
import type { Context } from "../../../kernel/context.ts";
import { flag } from "../../../kernel/operation.ts";
import { hasSharedKey } from "../../../transfer/remote/add-remote.ts";
import { findRemote } from "../../../transfer/remote/project-remote.ts";
import type { TerminalDialog } from "./prompts.ts";

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
  const known = dialog.passphrase ?? (await typedTwice(dialog, "The bundle"));
  return known === undefined ? input : { ...input, passphrase: known };
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
  const known = await typedForRemote(ctx, place, dialog);
  return known ? { ...input, passphrase: known } : input;
}

/** Undefined if nothing can be asked; the operation itself says what is wrong. */
async function typedForRemote(
  ctx: Context,
  place: string | undefined,
  dialog: TerminalDialog,
): Promise<string | undefined> {
  const { projectRoot } = await ctx.workspace.locate(ctx.caller.cwd);
  if (!dialog.prompts || place === undefined || findRemote(ctx, projectRoot)) return undefined;
  return (await hasSharedKey(ctx, place))
    ? await dialog.prompts.askSecret("Passphrase of the remote, as on the other machine")
    : await typedTwice(dialog, "What you push");
}

/** The same for `import`. A passphrase that an unencrypted bundle does not need does no harm. */
export async function askForPassphrase(
  _ctx: Context,
  input: object,
  { passphrase: given, prompts }: TerminalDialog,
): Promise<object | undefined> {
  const { identity, passphrase } = Given.parse(input);
  if (identity !== undefined || passphrase !== undefined) return input;
  const known = given ?? (await prompts?.askSecret("Passphrase (empty if it is not encrypted)"));
  return known === undefined || known === "" ? input : { ...input, passphrase: known };
}

async function typedTwice({ prompts, say }: TerminalDialog, what: string): Promise<string | undefined> {
  if (!prompts) return undefined;
  say([`${what} is encrypted with a passphrase. Five random words are a good one.`]);
  const first = await prompts.askSecret("Passphrase");
  if (first === undefined) return undefined;
  const second = await prompts.askSecret("The same again");
  if (first === second) return first;
  say(["The two are not the same."]);
  return undefined;
}
