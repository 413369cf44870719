import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A session file as pi writes it: a tree, whose newest entry is the current position in the conversation. */
export class PiTranscript {
  readonly path: string;
  readonly #lines: object[] = [];
  #leaf: string | null = null;
  #now: number;

  constructor(root: string, { session = randomUUID() as string, now = Date.UTC(2026, 10, 21, 12) } = {}) {
    this.#now = now;
    this.path = join(root, "sessions", "--app--", `${session}.jsonl`);
    this.#lines.push({ type: "session", version: 3, id: session, cwd: "/app" });
  }

  get here(): string | null {
    return this.#leaf;
  }

  /** Like the client's `/tree`: the next entry follows that one. Time advances. */
  goTo(leaf: string | null, now = this.#now): this {
    this.#leaf = leaf;
    this.#now = now;
    return this;
  }

  prompt(text: string): this {
    return this.#add({ role: "user", content: [{ type: "text", text }] });
  }

  say(text: string): this {
    return this.#add({ role: "assistant", content: [{ type: "text", text }], stopReason: "stop" });
  }

  /** A command with its result. */
  run(command: string): this {
    const id = randomUUID();
    const call = { type: "toolCall", id, name: "bash", arguments: { command } };
    this.#add({ role: "assistant", content: [call], stopReason: "toolUse" });
    const content = [{ type: "text", text: "done" }];
    return this.#add({ role: "toolResult", toolCallId: id, toolName: "bash", content, isError: false });
  }

  write(): this {
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, this.#lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return this;
  }

  #add(message: object): this {
    const id = randomUUID().slice(0, 8);
    this.#now += 1_000;
    const timestamp = new Date(this.#now).toISOString();
    this.#lines.push({ type: "message", id, parentId: this.#leaf, timestamp, message });
    this.#leaf = id;
    return this;
  }
}
