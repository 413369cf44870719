import { allSent } from "../send.ts";
import { serverCommand } from "../server-command.ts";
import type { OpenCodeHooks, OpenCodeInput } from "./client.ts";
import { createSessions, report } from "./open-sessions.ts";
import { promptHooks } from "./prompt-hooks.ts";
import { createTurnReports } from "./report-turns.ts";
import { toolHooks } from "./tool-hooks.ts";

const COMMAND = {
  description: "Save your place, or restore it: /checkpoint [--restore]",
  template: "[holdfast] Load the skill named checkpoint and follow it. Arguments: $ARGUMENTS",
};

/** The plugin that the client loads: it sends events and passes on the replies. It makes no decisions. */
export default { id: "holdfast", server };

async function server(input: OpenCodeInput): Promise<OpenCodeHooks> {
  const sessions = createSessions(input);
  const background = createBackground();
  /** Sessions that this process created; all others are resumed. */
  const created = new Set<string>();
  const isAutoCompaction = new Map<string, boolean>();
  const recoveries = new Map<string, Promise<unknown>>();
  const triggerOf = (id: string) => (isAutoCompaction.get(id) ? "auto" : "manual");
  const turns = createTurnReports(input.client, sessions, triggerOf);

  return {
    async config(config) {
      const ours = serverCommand();
      if (!ours) return;
      const holdfast = { type: "local", command: [ours.command, ...ours.args], enabled: true };
      config.mcp = { holdfast, ...config.mcp };
      config.command = { checkpoint: COMMAND, ...config.command };
    },

    ...promptHooks(sessions, { created, recovered: (id) => recoveries.get(id) }),
    ...toolHooks(sessions),

    async "experimental.session.compacting"({ sessionID }, output) {
      const session = await sessions.open(sessionID);
      if (!session) return;
      const { context } = await report(session, "PreCompact", { trigger: triggerOf(sessionID) });
      if (context) output.context.push(context);
    },

    async "shell.env"({ sessionID }, output) {
      if (sessionID) output.env["OPENCODE_SESSION_ID"] = sessionID;
    },

    async event({ event: { type, properties } }) {
      if (type === "session.created") created.add(properties.info.id);
      if (type === "session.updated") void background.run(turns.revert(properties.info));
      if (type === "message.part.updated" && properties.part.type === "compaction")
        isAutoCompaction.set(properties.part.sessionID, properties.part.auto === true);
      if (type === "session.idle") void background.run(turns.stop(properties.sessionID));
      if (type === "session.compacted")
        recoveries.set(properties.sessionID, background.run(turns.recover(properties.sessionID)));
    },

    async dispose() {
      await background.done();
      for (const session of await sessions.all())
        if (session.isStarted) void report(session, "SessionEnd", { reason: "exit" });
      await allSent();
    },
  };
}

/** Work that the client does not wait for, but that must finish before it exits. */
interface Background {
  run(work: Promise<unknown>): Promise<unknown>;
  done(): Promise<void>;
}

function createBackground(): Background {
  const running = new Set<Promise<unknown>>();
  return {
    run(work) {
      const finished: Promise<unknown> = work.catch(() => {}).then(() => running.delete(finished));
      running.add(finished);
      return finished;
    },
    async done() {
      await Promise.all(running);
    },
  };
}
