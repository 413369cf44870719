import type { ConnectionCheck, ConnectPlace } from "../../kernel/agent.ts";
import { readIfThere } from "../atomic-write.ts";
import { programProblems } from "../check-folder.ts";
import { configBlock, trustedHash } from "./config-block.ts";
import { codexFiles } from "./connect.ts";
import { HOOK_EVENTS, withHooks, withoutHooks } from "./hooks-file.ts";

const REPAIR = "run `holdfast connect codex`";

/** Whether the hooks are there as this version writes them, and whether the client trusts them: it skips others silently. */
export async function check(place: ConnectPlace): Promise<ConnectionCheck> {
  const { hooks, config } = codexFiles(place);
  const text = await readIfThere(hooks);
  const settings = (await readIfThere(config)) ?? "";
  if (text === undefined || !text.includes("/hook.sh' codex ")) return { installed: false, problems: [] };
  const wanted = withHooks(text, place);
  const isCurrent = isSame(wanted.text, text);
  const problems = [
    ...(isCurrent ? [] : [`${hooks} does not hold the hooks of this version: ${REPAIR}`]),
    ...trustProblems(place, settings, config),
    ...(settings.includes(configBlock(place, hooks, wanted.groups))
      ? []
      : [`${config} is not what this version writes, or the hooks have moved: ${REPAIR}`]),
    ...(/^\s*hooks\s*=\s*false/m.test(settings)
      ? [`${config} turns all hooks off: remove "hooks = false"`]
      : []),
    ...(await programProblems(place, REPAIR)),
  ];
  return { installed: true, problems };
}

function trustProblems(place: ConnectPlace, settings: string, config: string): string[] {
  const lost = HOOK_EVENTS.filter((event) => !settings.includes(trustedHash(place, event)));
  if (lost.length === 0) return [];
  return [
    `Codex does not trust the hooks for ${lost.join(", ")} and skips them without a word (${config}): ${REPAIR}`,
  ];
}

/** Layout aside. */
function isSame(a: string, b: string): boolean {
  return (
    a === b ||
    (withoutHooks(a) === withoutHooks(b) && JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b)))
  );
}
