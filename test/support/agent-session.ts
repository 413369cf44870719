import { randomUUID } from "node:crypto";
import { client } from "../../src/agents/claude-code/tools.ts";
import type { OpenContext } from "../../src/app.ts";
import { handleEvent } from "../../src/events/handle-events.ts";
import type { AgentEvent, Reply, StartSource } from "../../src/kernel/agent/agent-event.ts";
import type { Session } from "../../src/kernel/record.ts";
import { toolFacts } from "./tool-entries.ts";

type Base = Pick<
  AgentEvent,
  "agent" | "nativeSession" | "cwd" | "pid" | "transcriptPath" | "promptId" | "continues"
>;
type Kind<K extends AgentEvent["kind"]> = Extract<AgentEvent, { kind: K }>;

/** One conversation of an agent as a series of events. Each call is one event, one second after the previous one. */
export class AgentSession {
  readonly #ctx: OpenContext;
  readonly #base: Base;
  readonly #time: { now: number };
  /** False while hooks can only spool, so that nothing receives the replies. */
  awaited = true;
  /** True while a hook would have to confirm the replies, and does not. */
  confirms = false;

  constructor(ctx: OpenContext, time: { now: number }, base: Partial<Base> = {}) {
    this.#ctx = ctx;
    this.#time = time;
    this.#base = { agent: "claude-code", nativeSession: randomUUID(), cwd: ctx.caller.cwd, ...base };
  }

  start(source: StartSource = "startup"): Promise<Reply> {
    return this.#send<Kind<"session_start">>({ kind: "session_start", source });
  }

  prompt(prompt: string, change: Partial<Base> = {}): Promise<Reply> {
    const said = {
      kind: "user_prompt_submit",
      prompt,
      fromClient: client.typedPrompt(prompt).fromClient === true,
    } as const;
    return this.#send<Kind<"user_prompt_submit">>(said, change);
  }

  /** Uses a tool under the name that it has in Claude Code. */
  use(
    name: string,
    input: unknown,
    result = { ok: true, text: "ok" },
    change: Partial<Base> = {},
  ): Promise<Reply> {
    const { ok, text: output } = result;
    const facts = toolFacts({ id: randomUUID(), name, input, ok, output });
    return this.#send<Kind<"tool_use">>({ kind: "tool_use", facts }, change);
  }

  /** A tool call of one of its subagents. */
  useInSubagent(name: string, input: unknown, change: Partial<Base> = {}): Promise<Reply> {
    const facts = toolFacts({ id: randomUUID(), name, input, ok: true, output: "ok" });
    return this.#send<Kind<"subagent_tool_use">>({ kind: "subagent_tool_use", facts }, change);
  }

  stop(
    lastAnswer = "Done.",
    how: Partial<Kind<"agent_stop">> = {},
    change: Partial<Base> = {},
  ): Promise<Reply> {
    const said = { stopHookActive: false, backgroundTasks: 0, lastAnswer, ...how };
    return this.#send<Kind<"agent_stop">>({ kind: "agent_stop", ...said }, change);
  }

  /** The turn ends with an error of the API, or at a usage limit. */
  fail(): Promise<Reply> {
    return this.#send<Kind<"turn_failure">>({ kind: "turn_failure" });
  }

  compact(): Promise<Reply> {
    return this.#send<Kind<"pre_compact">>({ kind: "pre_compact", trigger: "auto" });
  }

  compacted(): Promise<Reply> {
    return this.#send<Kind<"post_compact">>({ kind: "post_compact", trigger: "auto" });
  }

  subagent(phase: "start" | "stop"): Promise<Reply> {
    return this.#send<Kind<"subagent">>({ kind: "subagent", phase, subagent: "general-purpose" });
  }

  end(reason = "other"): Promise<Reply> {
    return this.#send<Kind<"session_end">>({ kind: "session_end", reason });
  }

  /** The prompts that were captured, oldest first. */
  async prompts(): Promise<string[]> {
    return (await this.row()).capture.prompts.map(({ text }) => text);
  }

  async row(): Promise<Session> {
    const session = await this.#ctx.store.findSession(this.#base.agent, this.#base.nativeSession);
    if (!session) throw new Error("the session was never stored");
    return session;
  }

  #send<E extends AgentEvent>(
    said: Omit<E, keyof Base | "id" | "at">,
    change: Partial<Base> = {},
  ): Promise<Reply> {
    this.#time.now += 1_000;
    const event = { id: randomUUID(), at: this.#time.now, ...this.#base, ...change, ...said } as unknown as E;
    return handleEvent(this.#ctx, event, { awaited: this.awaited, confirms: this.confirms });
  }
}
