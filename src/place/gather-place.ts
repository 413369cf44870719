import { withInherited } from "../capture/inherit.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Config } from "../kernel/config/config.ts";
import { latestRequest, workTitle } from "../recovery/record/work-title.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import type { Documents, SessionState } from "./files/shared-directory.ts";
import type { SavedPlace } from "./saved-place.ts";

/** What the person or agent said when saving. */
export interface PlaceWords {
  note?: string | undefined;
  name?: string | undefined;
  task?: string | undefined;
  stage?: string | undefined;
}

interface GatherInput {
  directory: PlacesDirectory;
  config: Config;
  words: PlaceWords;
  /** The agent's id of the session, which may be known even if nothing was captured of it. */
  nativeId: string | undefined;
  capture: Capture | undefined;
  branch: string | null;
  voluntary: boolean;
}

/** Limits of lists and lines, so that a place fits on one screen. */
const MAX_ITEMS = 12;
const MAX_CHARS = 240;

/**
 * Gathers the content of a place: from what its author said, otherwise from what another tool noted of the session,
 * otherwise from the capture. Of all other files, only the paths are used.
 */
export function gatherPlace(gathering: GatherInput): SavedPlace {
  const { directory, words, nativeId, capture, branch, voluntary } = gathering;
  const state = directory.shared?.readState(nativeId);
  const captured = capture && toFacts(capture);
  const lists = listsOf(state, captured);
  const task = firstOf(words.task, state?.task, words.name, captured?.title) ?? "untitled";
  return {
    voluntary,
    stage: firstOf(words.stage, state?.phase),
    task,
    branch: branch ?? "unknown",
    intent: firstOf(words.note, lists.unfinished[0], captured?.request),
    artifacts: artifactsOf(gathering, task, state),
    ...lists,
  };
}

function artifactsOf(
  { directory, config }: Pick<GatherInput, "directory" | "config">,
  task: string,
  state: SessionState | undefined,
): SavedPlace["artifacts"] {
  const found = directory.shared?.findDocuments(config.place.artifacts, task) ?? NO_DOCUMENTS;
  return { ...found, sessionState: state?.path ?? null };
}

const NO_DOCUMENTS: Documents = { plan: null, architecture: null, critic: null, review: null };

type Lists = Pick<SavedPlace, "questions" | "decisions" | "unfinished">;

function listsOf(state: SessionState | undefined, captured: Lists | undefined): Lists {
  const list = (name: keyof Lists) => {
    const noted = state?.[name] ?? [];
    return (noted.length > 0 ? noted : (captured?.[name] ?? [])).slice(-MAX_ITEMS).map(toShortLine);
  };
  return { questions: list("questions"), decisions: list("decisions"), unfinished: list("unfinished") };
}

function toFacts(capture: Capture): Lists & { title: string; request: string } {
  const { todos, decisions } = withInherited(capture);
  const { questions, offer } = capture;
  return {
    title: workTitle(capture),
    request: latestRequest(capture) ?? workTitle(capture),
    questions: [...questions.map(({ text }) => text), ...(offer?.question ? [offer.question] : [])],
    decisions: decisions.map(({ decision, rationale }) =>
      rationale === null ? decision : `${decision} (${rationale})`,
    ),
    unfinished: todos.filter(({ status }) => status !== "completed").map(({ content }) => content),
  };
}

function toShortLine(text: string): string {
  return bounded(oneLine(text), MAX_CHARS);
}

/** The first text that is not empty. */
function firstOf(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.map((text) => toShortLine(text ?? "")).find((text) => text !== "") ?? null;
}
