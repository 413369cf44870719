import * as z from "zod";

const line = z.string();

/** The artifacts that a place refers to, by what the seed's Markdown calls them. Paths, never contents. */
export const ARTIFACTS = ["plan", "architecture", "critic", "review", "sessionState"] as const;
export type ArtifactName = (typeof ARTIFACTS)[number];

/** Where someone's work stood when they saved it: what they were doing, and where to read on. */
export const SavedPlace = z.object({
  /** Someone asked for it; otherwise it was saved before a compaction. */
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

/** The paths to read again when the work continues, in the order of the record. */
export function artifactPaths({ artifacts }: SavedPlace): string[] {
  return ARTIFACTS.flatMap((name) => artifacts[name] ?? []);
}
