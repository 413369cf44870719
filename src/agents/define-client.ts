import type { HookClient } from "./hook-events.ts";
import { type ClientTools, factsOfCall, outcomeOf } from "./tool-facts.ts";
import { type ClientTexts, typedText } from "./typed-text.ts";

/** What a client's tools and texts are like; how they are read follows from it, unless the client says otherwise. */
interface ClientDeclaration extends Partial<HookClient> {
  agent: string;
  tools: ClientTools;
  texts: ClientTexts;
}

export function defineClient({ tools, texts, ...own }: ClientDeclaration): HookClient {
  return {
    readCall: (call) => factsOfCall(call, tools),
    readResult: ({ id }, result) => [outcomeOf(id, result)],
    typedPrompt: (text) => typedText(text, texts),
    ...own,
  };
}
