import type { Capture } from "../kernel/capture.ts";
import { describesWork } from "../statements/describes-work.ts";

/**
 * Whether a session has anything to continue. One in which a person only typed "continue" or commands has not, unless it
 * took over the work of another one, or the agent changed files.
 */
export function hasWork(capture: Capture): boolean {
  const { inherited, files, responses } = capture;
  if (inherited !== null || files.some(({ action }) => action === "changed") || responses.length > 0)
    return true;
  return capture.promptsSeen > capture.prompts.length || requestsOf(capture).length > 0;
}

/** The prompts that say what to do, by describing it or by answering the agent. */
export function requestsOf({ prompts, proposal }: Pick<Capture, "prompts" | "proposal">): Capture["prompts"] {
  const described = new Set(prompts.filter(({ text, asked }) => asked !== null || describesWork(text)));
  const last = prompts.at(-1);
  const agrees = proposal !== null && last && agreesTo(proposal, last.text, described.size > 0);
  return prompts.filter((prompt) => described.has(prompt) || (agrees && prompt === last));
}

const QUESTION = /[?？؟]["'”’)»]*\s*$/;

/** Where nothing else was asked, only a question proposes work: "continue" after "Done." agrees to nothing. */
function agreesTo(proposal: string, prompt: string, isAboutWork: boolean): boolean {
  return !QUESTION.test(prompt) && (isAboutWork || QUESTION.test(proposal));
}
