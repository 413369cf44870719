import * as z from "zod";

const line = z.string();

/** The artifacts that a place refers to, as in the seed's Markdown. Only paths are stored, never contents. */
export const ARTIFACTS = ["plan", "architecture", "critic", "review", "sessionState"] as const;
export type ArtifactName = (typeof ARTIFACTS)[number];

/** The state of the work when it was saved: what was being done, and which files to read again. */
export const SavedPlace = z.object({
  /** Someone asked for it. Otherwise it was saved automatically, before a compaction. */
  voluntary: z.boolean(),
  stage: line.nullable(),
  task: line,
  branch: line,
  intent: line.nullable(),
  artifacts: z.object({
    plan: line.nullable(),
    architecture: line.nullable(),
    critic: line.nullable(),
    review: line.nullable(),
    sessionState: line.nullable(),
  }),
  questions: z.array(line),
  decisions: z.array(line),
  unfinished: z.array(line),
});
export type SavedPlace = z.infer<typeof SavedPlace>;

/** The paths to read again when the work continues, in a fixed order. */
export function artifactPaths({ artifacts }: SavedPlace): string[] {
  return ARTIFACTS.flatMap((name) => artifacts[name] ?? []);
}
