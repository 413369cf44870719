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

/** What one message says, whichever library wrote it. */
export interface MessageView {
  role: "system" | "user" | "assistant" | "tool";
  /** Its prose: no reasoning, no results of tools. */
  text: string;
  calls: readonly ToolCall[];
  results: readonly ToolResult[];
}

/** The parts of a message that stay, by their place in its view. */
export interface KeptParts {
  calls: ReadonlySet<number>;
  results: ReadonlySet<number>;
  /** Whether its prose stays. */
  text: boolean;
}

/**
 * How a library writes its messages. No message is ever changed in place: callers may share them with the library.
 * What a shape does not understand in a message stays as it is.
 */
export interface MessageShape<M> {
  read(message: M): MessageView;
  /** The message with these parts only. At least one of them is in it. */
  pick(message: M, kept: KeptParts): M;
  /** The message with another text in the result at this place. */
  withResult(message: M, place: number, text: string): M;
  /** A message in the user's name. */
  user(text: string): M;
}
