import type { Statement } from "../kernel/statement.ts";

/**
 * A hook and the transcript report the same prompt; the transcript is slightly later and does not always have the id.
 */
const ECHO_MS = 10_000;
const WAITING = "waiting:";

/** The id of a queued prompt until the agent takes it and assigns its own. */
export function waitingId(at: number): string {
  return `${WAITING}${at}`;
}

export function isWaiting({ id }: Pick<Statement, "id">): boolean {
  return id.startsWith(WAITING);
}

/**
 * Whether two reports are of the same prompt. A queued prompt may be reported when it is typed, when it is taken, or
 * both.
 */
export function isSamePrompt(known: Statement, prompt: Statement): boolean {
  const [a, b] = [known.text.trim(), prompt.text.trim()];
  // All prompts of a turn share one id, and a person may add one while it runs. Only long ones are ever truncated.
  if (known.id === prompt.id && isLong(a) && isLong(b)) return a.slice(0, SHOWN) === b.slice(0, SHOWN);
  if (a !== b) return false;
  if (known.id === prompt.id) return true;
  // A person who says `continue` twice means it twice.
  const isOther = known.keyed === true && prompt.keyed === true;
  return (!isOther && isEcho(known, prompt.at)) || (isFromQueue(known, prompt) && known.at <= prompt.at);
}

/** So much is left of a prompt where it is truncated. */
const SHOWN = 80;

function isLong(text: string): boolean {
  return text.length >= SHOWN;
}

export function isEcho(known: Statement, at: number): boolean {
  return Math.abs(known.at - at) < ECHO_MS;
}

function isFromQueue(known: Statement, prompt: Statement): boolean {
  return isWaiting(known) || (prompt.channel === "queued" && !isWaiting(prompt));
}
