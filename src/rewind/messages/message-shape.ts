export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
}

export interface ToolResult {
  /** The id of its call. */
  call: string;
  ok: boolean;
  text: string;
}

/** The content of a message, independent of the library. */
export interface MessageView {
  role: "system" | "user" | "assistant" | "tool";
  /** Its text, without reasoning and tool results. */
  text: string;
  calls: readonly ToolCall[];
  results: readonly ToolResult[];
}

/** The parts of a message to keep, by their index in its view. */
export interface KeptParts {
  calls: ReadonlySet<number>;
  results: ReadonlySet<number>;
  /** Whether to keep its text. */
  text: boolean;
}

/** The text of a content that is one text, or a list of parts some of which have one. */
export function textOfParts(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part: { text?: unknown }) => (typeof part.text === "string" ? part.text : []))
    .join("\n");
}

/**
 * Reads and writes the messages of a library. Messages are never changed in place, since callers may share them with
 * the library. Parts of a message that a shape does not know are preserved.
 */
export interface MessageShape<M> {
  read(message: M): MessageView;
  /** Returns the message with only these parts, of which there is at least one. */
  pick(message: M, kept: KeptParts): M;
  /** Returns the message with a different text in the result at this index. */
  withResult(message: M, index: number, text: string): M;
  /** Creates a message with the role of the user. */
  user(text: string): M;
}
