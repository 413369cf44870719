import * as z from "zod";

/** Rejects syntax that `files/glob.ts` does not support, since it would silently match nothing. */
const glob = z
  .string()
  .min(1)
  .max(500)
  .refine(
    (pattern) => !/^!|[!@+?*]\(/.test(pattern),
    "Negated and extended globs, !x and +(x), are not supported: list the files to include instead",
  );

/** Which command must have been run after which files were changed. Holdfast never runs the command itself. */
export const DebriefRule = z.object({
  files: z.array(glob).min(1).max(50),
  /** The first words of the command: `npm test` also matches `CI=1 npm test -- --run`. */
  evidence: z.string().min(1).max(500),
  /** Only runs after the last change of these files count. */
  afterLastEdit: z.boolean().default(true),
});
export type DebriefRule = z.infer<typeof DebriefRule>;

/** `.holdfast.json` of a project. Repositories are untrusted, so it must not name programs for us to run. */
export const ProjectConfig = z.object({
  debrief: z
    .object({
      enabled: z.boolean().default(true),
      when: z.enum(["always", "actionable"]).optional(),
      rules: z.array(DebriefRule).max(100).default([]),
    })
    .prefault({}),
});
export type ProjectConfig = z.infer<typeof ProjectConfig>;
