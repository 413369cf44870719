import { HoldfastError } from "../../src/kernel/errors.ts";
import { placeMarkdown } from "../../src/place/workflow-artifacts/place-markdown.ts";
import { sharedFolder } from "./shared-folder.ts";
import { type TestPlace, withPlace } from "./test-context.ts";

export const DAY = "2026-11-21";

type Shared = ReturnType<typeof sharedFolder>;

/** Runs a test in a project with a `.workflow_artifacts`. */
export function withShared(work: (place: TestPlace, shared: Shared) => Promise<void>) {
  return withPlace(async (place) => await work(place, sharedFolder(place.project)));
}

/** A place as another tool writes it. */
export function placeFile(task: string, change: Partial<Parameters<typeof placeMarkdown>[0]> = {}): string {
  return placeMarkdown({
    voluntary: true,
    stage: "implement",
    task,
    branch: "main",
    intent: "go on",
    artifacts: { plan: null, architecture: null, critic: null, review: null, sessionState: null },
    questions: [],
    decisions: [],
    unfinished: [],
    ...change,
  });
}

/** Writes a place of another tool, and its sentinel. */
export function pendingPlace(shared: Shared, session: string, task: string, at?: number): string {
  const file = shared.write(`memory/checkpoints/${DAY}-${task}.md`, placeFile(task), at);
  return shared.write(`memory/pending-restore-${session}.txt`, `${file}\n`, at);
}

/** The error of a call that must fail. */
export const failed = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HoldfastError)) throw new Error("it did not fail", { cause: error });
  return error;
};
