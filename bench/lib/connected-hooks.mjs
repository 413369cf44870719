import { readFileSync } from "node:fs";

/** How a client starts a hook that needs no reply and one that does, as `holdfast connect` wrote it for that client. */
const WITHOUT_REPLY = ["PostToolBatch", "PostToolUse", "AfterTool"];
const WITH_REPLY = ["UserPromptSubmit", "BeforeAgent"];

/** Connects the clients in the sandbox. @returns {{ agent: string, silent: Hook, asked: Hook }[]} */
export function connectedHooks(sandbox, agents) {
  const { connected } = JSON.parse(sandbox.holdfast("connect", ...agents, "--force", "--yes", "--json"));
  return connected.map(({ agent, changes }) => {
    const hooks = changes.flatMap(({ path }) => [...linesIn(path), ...programsIn(path)]);
    const find = (events) => {
      const found = hooks.find(({ event }) => events.includes(event));
      if (found) return found;
      throw new Error(`connect wrote no hook ${events.join(" or ")} for ${agent}`);
    };
    return { agent, silent: find(WITHOUT_REPLY), asked: find(WITH_REPLY) };
  });
}

/** Clients with hooks run a line in a shell, or a program with its arguments. */
function linesIn(path) {
  if (!path.endsWith("hooks.json")) return [];
  const { hooks } = JSON.parse(readFileSync(path, "utf8"));
  return Object.entries(hooks).map(([event, [{ hooks: own }]]) => {
    const [{ command, args }] = own;
    return args ? { event, command, args } : { event, command: "/bin/sh", args: ["-c", command] };
  });
}

/** Our plugins start a program themselves. */
function programsIn(path) {
  const [, programs] = /^const HOOKS = (\{[\s\S]*?^\});$/m.exec(readFileSync(path, "utf8")) ?? [];
  return programs === undefined
    ? []
    : Object.entries(JSON.parse(programs)).map(([event, { command, args }]) => ({ event, command, args }));
}
