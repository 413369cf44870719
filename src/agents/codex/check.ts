import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { ConnectionCheck } from "../../kernel/agent/agent.ts";
import { programProblems } from "../files/check-files.ts";
import type { ClientSetup } from "../files/client-connection.ts";
import { readIfExists } from "../files/write-if-changed.ts";
import { type CodexConfig, codexFiles, readConfig } from "./codex-files.ts";
import { trustedHash, trustKey } from "./config-block.ts";
import { mentionsOurHooks, withHooks, withoutHooks } from "./hooks-file.ts";

const REPAIR = "run `holdfast connect codex`";

/**
 * Checks that the hooks are those of this version and that the client trusts them: it silently skips untrusted ones.
 */
export async function check(setup: ClientSetup): Promise<ConnectionCheck> {
  const { hooks, config } = codexFiles(setup);
  const text = await readIfExists(hooks);
  const settings = (await readIfExists(config)) ?? "";
  if (text === undefined || !mentionsOurHooks(text)) return { installed: false, problems: [] };
  const wanted = withHooks(text, setup, hooks);
  const isCurrent = isSame(wanted.text, text, hooks);
  const problems = [
    ...(isCurrent ? [] : [`${hooks} does not contain the hooks of this version: ${REPAIR}`]),
    ...configProblems(setup, { settings, config, trusted: trustedHooks(setup, hooks, wanted.groups) }),
    ...(await programProblems(setup)),
  ];
  return { installed: true, problems };
}

interface TrustedHook {
  event: string;
  key: string;
  hash: string;
}

function trustedHooks(
  setup: ClientSetup,
  hooksFile: string,
  groups: ReadonlyMap<string, number>,
): TrustedHook[] {
  return [...groups].map(([event, group]) => ({
    event,
    key: trustKey(hooksFile, event, group),
    hash: trustedHash(setup, event),
  }));
}

interface CheckInput {
  settings: string;
  config: string;
  trusted: readonly TrustedHook[];
}

function configProblems(setup: ClientSetup, { settings, config, trusted }: CheckInput): string[] {
  const read = tryReadConfig(settings, config);
  if (read === undefined) return [`${config} is not valid TOML, so Codex cannot read it: repair it`];
  const { command, args } = Server.parse(read.mcp_servers["holdfast"] ?? {});
  const isOurServer = command === setup.node && isDeepStrictEqual(args, [setup.mainScript, "mcp"]);
  return [
    ...trustProblems(read, trusted, config),
    ...(isOurServer ? [] : [`${config} does not configure the MCP server of this version: ${REPAIR}`]),
    ...(read.features?.hooks === false ? [`${config} turns all hooks off: remove "hooks = false"`] : []),
  ];
}

const Server = z.object({ command: z.unknown(), args: z.unknown() }).catch({ command: undefined, args: [] });

function tryReadConfig(settings: string, config: string): CodexConfig | undefined {
  try {
    return readConfig(settings, config);
  } catch {
    return undefined;
  }
}

function trustProblems({ hooks }: CodexConfig, trusted: readonly TrustedHook[], config: string): string[] {
  const isTrusted = ({ key, hash }: TrustedHook) => hooks.state[key]?.trusted_hash === hash;
  const lost = trusted.filter((hook) => !isTrusted(hook)).map(({ event }) => event);
  const off = trusted
    .filter((hook) => isTrusted(hook) && hooks.state[hook.key]?.enabled === false)
    .map(({ event }) => event);
  return [
    ...(lost.length
      ? [
          `Codex does not trust the hooks for ${lost.join(", ")} and silently skips them (${config}): ${REPAIR}`,
        ]
      : []),
    ...(off.length ? [`${config} turns the hooks for ${off.join(", ")} off: ${REPAIR}`] : []),
  ];
}

/** Ignores formatting. */
function isSame(a: string, b: string, path: string): boolean {
  return (
    a === b ||
    (withoutHooks(a, path) === withoutHooks(b, path) &&
      JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b)))
  );
}
