import * as z from "zod";
import type { Context } from "../../../kernel/context.ts";
import { flag } from "../../../kernel/operation.ts";
import type { TerminalDialog } from "./prompts.ts";

const Given = z.looseObject({
  plain: flag(""),
  recipients: z.array(z.string()).default([]),
  identity: z.string().optional(),
  passphrase: z.string().optional(),
  action: z.string().optional(),
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
  const known = dialog.passphrase ?? (await typedTwice(dialog));
  return known === undefined ? input : { ...input, passphrase: known };
}

/** The same for `remote add`. */
export async function askForRemotePassphrase(
  ctx: Context,
  input: object,
  dialog: TerminalDialog,
): Promise<object | undefined> {
  const { action } = Given.parse(input);
  return action === "add" ? await askForNewPassphrase(ctx, input, dialog) : input;
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

async function typedTwice({ prompts, say }: TerminalDialog): Promise<string | undefined> {
  if (!prompts) return undefined;
  say(["The bundle is encrypted with a passphrase. Five random words are a good one."]);
  const first = await prompts.askSecret("Passphrase");
  if (first === undefined) return undefined;
  const second = await prompts.askSecret("The same again");
  if (first === second) return first;
  say(["The two are not the same."]);
  return undefined;
}
