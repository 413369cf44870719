import { randomUUID } from "node:crypto";
import * as z from "zod";
import { findAgent } from "../../kernel/agent/find-agent.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { PLACEHOLDER_ID } from "../../sessions/find-launch-host.ts";
import { attachCommand } from "../launched.ts";
import { recordLaunch } from "../record-launch.ts";
import { waitForPane } from "../wait-for-pane.ts";

export const launch = defineOperation({
  name: "launch",
  group: "sessions",
  summary: "Start an agent in its own tmux session",
  positional: ["agent", "args"],
  readOnly: false,
  input: z.object({
    agent: z.string().max(40).describe("Agent name, as shown by `holdfast status`"),
    args: z
      .array(
        z
          .string()
          .max(8_192)
          .refine((arg) => !arg.includes("\0"), "It contains a NUL character."),
      )
      .max(100)
      .default([])
      .describe("Arguments for the agent, after --"),
  }),
  output: z.object({
    session: z.string(),
    agent: z.string(),
    pid: z.number(),
    /** The command that attaches to it. */
    attach: z.string(),
  }),
  async run(ctx, { agent: asked, args }) {
    const { name: agent, terminal } = findAgent(ctx, asked);
    checkArguments(args, terminal.refused);
    const id = ctx.newId("ses");
    const { command, nativeSession = `${PLACEHOLDER_ID}${id}` } = terminal.start(args, randomUUID);
    const name = `${agent}-${id.slice(-6)}`;
    const pane = await ctx.terminals.open({ name, command, cwd: ctx.caller.cwd });
    const root = await waitForPane(ctx, pane, command);
    const session = await recordLaunch(
      ctx,
      { agent, nativeSession, id },
      {
        pane,
        root,
        cwd: ctx.caller.cwd,
        name,
        args,
      },
    );
    return { session: session.id, agent, pid: root.pid, attach: attachCommand({ pane, name }) };
  },
});

/** A restart repeats the arguments, so they must not contain a prompt or another conversation. */
function checkArguments(args: readonly string[], refused: RegExp): void {
  const isOption = (arg: string | undefined) => arg?.startsWith("-") && arg !== "--";
  const wrong = args.find((arg, i) => refused.test(arg) || !(isOption(arg) || isOption(args[i - 1])));
  if (wrong === undefined) return;
  const message = `"${wrong.slice(0, 60)}" cannot be passed to the agent; only options can.`;
  throw new HoldfastError("invalid_input", message, {
    next: "Launch without it, and type the prompt into the terminal of the agent.",
  });
}
