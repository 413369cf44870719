import { createHash } from "node:crypto";
import type { ClientSetup } from "../files/client-connection.ts";
import { type HooksSetup, hookFor } from "./hooks-file.ts";

const BEGIN = "# >>> holdfast: written by `holdfast connect codex`, taken out by `holdfast disconnect codex`";
const END = "# <<< holdfast";
const SERVER_HEADER = "[mcp_servers.holdfast]";

/**
 * Our part of config.toml: the MCP server and the trust in our hooks, without which the client silently skips them. It
 * is appended as text, so that the user's own text does not change by a byte.
 */
export interface ConfigTables {
  server: string;
  trust: ReadonlyMap<string, string>;
}

/** The key under which Codex stores its trust in the hook of an event. */
export function trustKey(hooksFile: string, event: string, group: number): string {
  return `${hooksFile}:${snakeCase(event)}:${group}:0`;
}

export function configTables(
  setup: HooksSetup & Pick<ClientSetup, "mainScript">,
  hooksFile: string,
  groups: ReadonlyMap<string, number>,
): ConfigTables {
  const trust = setup.hooks.events.map(({ name: event }): [string, string] => {
    const key = trustKey(hooksFile, event, groups.get(event) ?? 0);
    return [event, `[hooks.state.${quoted(key)}]\ntrusted_hash = "${trustedHash(setup, event)}"`];
  });
  const server = `${SERVER_HEADER}\ncommand = ${quoted(setup.node)}\nargs = [${quoted(setup.mainScript)}, "mcp"]`;
  return { server, trust: new Map(trust) };
}

/**
 * The hash that the client stores when the user trusts a hook: that of its settings as compact JSON with sorted keys.
 */
export function trustedHash(setup: HooksSetup, event: string): string {
  const { additionalContextLimit, command, timeout, type } = hookFor(setup, event);
  const hook = { ...(additionalContextLimit ? { additionalContextLimit } : {}), async: false };
  const settings = { event_name: snakeCase(event), hooks: [{ ...hook, command, timeout, type }] };
  return `sha256:${createHash("sha256").update(JSON.stringify(settings)).digest("hex")}`;
}

/** The user's text followed by our block. */
export function withBlock(text: string, tables: ConfigTables): string {
  const own = withoutBlock(text, tables);
  const block = [BEGIN, tables.server, ...tables.trust.values(), END, ""].join("\n");
  return own === "" ? block : `${own}\n${block}`;
}

/**
 * The user's original text. The client inserts its own tables between ours, even before our last line, so only
 * tables with our headers are removed, wherever they are.
 */
export function withoutBlock(text: string, tables: ConfigTables): string {
  const begin = text.indexOf(BEGIN);
  if (begin === -1) return withoutTables(text, trustOf(tables));
  const isTrust = trustOf(tables);
  // The line feed before the block is ours as well.
  const before = withoutTables(text.slice(0, begin).replace(/\r?\n$/, ""), isTrust);
  const after = withoutTables(
    text.slice(begin),
    (header, first) => header === SERVER_HEADER || isTrust(header, first),
  );
  const isTorn = before !== "" && after !== "" && !before.endsWith("\n") && !/^\r?\n/.test(after);
  return before + (isTorn ? "\n" : "") + after;
}

/**
 * Settings of our server from the client and the user, such as tools that are always allowed. Only for use once the
 * server itself is removed.
 */
export function withoutServerSettings(text: string): string {
  return withoutTables(text, (header) => header.startsWith("[mcp_servers.holdfast."));
}

type IsOurs = (header: string, firstLine: string) => boolean;

/** A table is ours by its header or, if hooks were moved, by the hash that only our commands have. */
function trustOf({ trust }: ConfigTables): IsOurs {
  const lines = [...trust.values()].map((table) => table.split("\n"));
  return (header, first) => lines.some(([head, hash]) => head === header || hash === first);
}

/** Removes tables with everything up to their last key. Blank lines and comments after it belong to what follows. */
function withoutTables(text: string, isOurs: IsOurs): string {
  const left = splitTables(text).flatMap(([head = "", ...rest]) => {
    const header = head.trim();
    if (isMarker(header)) return rest;
    const isRemoved = header.startsWith("[") && isOurs(header, rest[0]?.trim() ?? "");
    return isRemoved ? rest.slice(rest.findLastIndex(isKey) + 1) : [head, ...rest];
  });
  return left.join("");
}

/** The lines of each table. A line of ours that begins or ends our block also begins a new part. */
function splitTables(text: string): string[][] {
  const tables: string[][] = [[]];
  for (const line of text.split(/(?<=\n)/)) {
    const content = line.trim();
    if (content.startsWith("[") || isMarker(content)) tables.push([line]);
    else tables.at(-1)?.push(line);
  }
  return tables;
}

function isMarker(content: string): boolean {
  return content === BEGIN || content === END;
}

function isKey(line: string): boolean {
  return !/^\s*(?:#|$)/.test(line);
}

function snakeCase(event: string): string {
  return event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** A TOML basic string escapes what JSON escapes. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}
