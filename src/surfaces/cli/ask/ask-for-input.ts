import type { Context } from "../../../kernel/context.ts";
import type { OperationName } from "../../../operations-by-name.ts";
import type { TerminalDialog } from "./prompts.ts";

/** Completes the input of an operation. Undefined if the person declines. */
export type Asker = (ctx: Context, input: object, asking: TerminalDialog) => Promise<object | undefined>;

/** Operations that ask before they run in a terminal. Their commands have the option `--yes`. */
const askers: { readonly [Name in OperationName]?: () => Promise<Asker> } = {
  export: async () => (await import("./ask-for-passphrase.ts")).askForNewPassphrase,
  import: async () => (await import("./ask-for-passphrase.ts")).askForPassphrase,
  remote: async () => (await import("./ask-for-passphrase.ts")).askForRemotePassphrase,
  connect: async () => (await import("./ask-what-to-connect.ts")).askWhatToConnect,
};

export function canAskFor(name: OperationName): boolean {
  return Object.hasOwn(askers, name);
}

export async function askForInput(
  name: OperationName,
  ctx: Context,
  { input, asking }: { input: object; asking: TerminalDialog },
): Promise<object | undefined> {
  const asker = await askers[name]?.();
  return asker ? await asker(ctx, input, asking) : input;
}
