import { createHash } from "node:crypto";
import type { ConnectPlace } from "../../kernel/agent.ts";
import { HOOK_EVENTS, type HookEvent, hookFor } from "./hooks-file.ts";

const BEGIN = "# >>> holdfast: written by `holdfast connect codex`, taken out by `holdfast disconnect codex`";
const END = "# <<< holdfast";

/**
 * Our part of config.toml: the MCP server, and the trust in our hooks, without which the client skips them silently. It
 * is appended as text, so that every byte of the user's stays.
 */
export function configBlock(
  place: ConnectPlace,
  hooksFile: string,
  groups: ReadonlyMap<HookEvent, number>,
): string {
  const trust = HOOK_EVENTS.map((event) => {
    const key = `${hooksFile}:${snakeCase(event)}:${groups.get(event) ?? 0}:0`;
    return `[hooks.state.${quoted(key)}]\ntrusted_hash = "${trustedHash(place, event)}"`;
  });
  const server = `[mcp_servers.holdfast]\ncommand = ${quoted(place.node)}\nargs = [${quoted(place.mainScript)}, "mcp"]`;
  return [BEGIN, server, ...trust, END, ""].join("\n");
}

/** What the client records when the user trusts a hook: the hash of its settings as compact JSON with sorted keys. */
export function trustedHash(place: ConnectPlace, event: HookEvent): string {
  const { command, timeout, type } = hookFor(place, event);
  const settings = { event_name: snakeCase(event), hooks: [{ async: false, command, timeout, type }] };
  return `sha256:${createHash("sha256").update(JSON.stringify(settings)).digest("hex")}`;
}

/** The user's text and our block after it, on lines of its own. */
export function withBlock(text: string, block: string): string {
  const own = withoutBlock(text);
  return own === "" ? block : `${own}\n${block}`;
}

/** The user's text as it was. */
export function withoutBlock(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin === -1 || end === -1) return text;
  // The line feed that stands before the block is ours as well.
  const before = text.slice(0, Math.max(0, begin - 1));
  return before + text.slice(end + END.length + 1);
}

function snakeCase(event: HookEvent): string {
  return event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** A TOML basic string escapes what JSON escapes. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}
