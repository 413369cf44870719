import type { TodoForm } from "../../kernel/agent/agent.ts";
import type { Identity } from "../../kernel/context.ts";
import { bounded } from "../../text/bounded.ts";
import { fence } from "../../text/fence.ts";
import { neutralize, neutralizeAll } from "../../text/neutralize.ts";
import { type RestoredWork, restoredContext } from "./restored-context.ts";

/** Has room for a page of the record and the lists. */
const PROMPT_CHARS = 24_000;
const MAX_ITEMS = 25;

/**
 * Formats what a model should read to continue: the restored context as data, neutralized and bounded, and the calls
 * with which it can restore the todo list. Calls that do not fit are omitted, since the context contains the list.
 */
export function promptText(
  { newNonce }: Pick<Identity, "newNonce">,
  { forms, ...restored }: RestoredWork & { forms: readonly TodoForm[] },
): string {
  const nonce = newNonce();
  const calls = callsText(forms, nonce);
  const room = PROMPT_CHARS - calls.length - fence("recovery", "", nonce).length;
  // Neutralizing can lengthen the text.
  const context = restoredContext(restored, { items: MAX_ITEMS, chars: Math.floor(room * 0.9) });
  return fence("recovery", bounded(neutralize(context), room), nonce) + calls;
}

function callsText(forms: readonly TodoForm[], nonce: string): string {
  const fitting = forms.filter((form) => linesOf(form).length <= PROMPT_CHARS / 4);
  if (fitting.length === 0) return "";
  const names = fitting.map(({ tool }) => tool).join(", or else ");
  const how = `Restore the todo list with ${names}: one call per line, with the arguments shown.`;
  return `\n${how}\n${fence("recovery", fitting.map(linesOf).join("\n"), nonce)}`;
}

function linesOf({ tool, calls }: TodoForm): string {
  return calls.map((call) => `${tool} ${JSON.stringify(neutralizeAll(call))}`).join("\n");
}
