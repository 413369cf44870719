import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Use {
  id?: string;
  name: string;
  input: object;
  /** The output of the tool; undefined while it runs. */
  result?: string;
}

/** A transcript as Claude Code writes it: one line per block, with each result below its call. */
export class ClaudeTranscript {
  readonly path: string;
  readonly lines: Record<string, unknown>[] = [];
  readonly #session: string;
  #leaf: string | null = null;
  #now: number;

  constructor(root: string, { session = randomUUID() as string, now = Date.UTC(2026, 10, 21, 12) } = {}) {
    this.#session = session;
    this.#now = now;
    this.path = join(root, "projects", "-app", `${session}.jsonl`);
  }

  prompt(text: string, promptId?: string): this {
    this.#add({ type: "user", ...(promptId ? { promptId } : {}), message: { role: "user", content: text } });
    return this;
  }

  /** The current position in the conversation, to go back to. */
  get here(): string | null {
    return this.#leaf;
  }

  /** Like the client's `/rewind`: the next line follows that one. Time advances. */
  goTo(leaf: string | null, now = this.#now): this {
    this.#leaf = leaf;
    this.#now = now;
    return this;
  }

  say(text: string, tokens = 100): this {
    this.#add(assistant([{ type: "text", text }], tokens));
    return this;
  }

  /** One message with these calls. */
  use(uses: readonly Use[], tokens = 100): this {
    const message = `msg_${this.lines.length}`;
    const called = uses.map(({ id = `toolu_${randomUUID()}`, name, input, result }) => {
      const block = { type: "tool_use", id, name, input };
      return { id, result, uuid: this.#add(assistant([block], tokens, message)) };
    });
    for (const { id, result, uuid } of called) {
      if (result === undefined) continue;
      const content = [{ type: "tool_result", tool_use_id: id, content: [{ type: "text", text: result }] }];
      this.#add({ type: "user", message: { role: "user", content }, toolUseResult: result }, uuid);
    }
    return this;
  }

  compact(summary: string): this {
    const logicalParentUuid = this.#leaf;
    this.#leaf = null;
    this.#add({
      type: "system",
      subtype: "compact_boundary",
      logicalParentUuid,
      compactMetadata: { trigger: "auto" },
    });
    this.#add({ type: "user", isCompactSummary: true, message: { role: "user", content: summary } });
    return this;
  }

  write(): this {
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, this.lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return this;
  }

  #add(line: object, parent = this.#leaf): string {
    const uuid = randomUUID();
    const common = { sessionId: this.#session, cwd: "/app", version: "2.1.329", isSidechain: false };
    this.#now += 1_000;
    const timestamp = new Date(this.#now).toISOString();
    this.lines.push({ parentUuid: parent, ...common, ...line, uuid, timestamp });
    this.#leaf = uuid;
    return uuid;
  }
}

function assistant(content: object[], tokens: number, id = `msg_${randomUUID()}`) {
  const usage = { input_tokens: tokens, output_tokens: 1 };
  return { type: "assistant", message: { id, role: "assistant", model: "fake", content, usage } };
}
