import * as z from "zod";

/** Syntax that `files/glob.ts` does not support would silently match nothing. */
const glob = z
  .string()
  .min(1)
  .max(500)
  .refine(
    (pattern) => !/^!|[!@+?*]\(/.test(pattern),
    "Negated and extended globs, !x and +(x), are not supported: name the files to include",
  );

/** What must be seen to have run after which files were changed. Nothing here is ever run by us. */
export const DebriefRule = z.object({
  files: z.array(glob).min(1).max(50),
  /** The beginning of a command, as words: `npm test` is shown by `CI=1 npm test -- --run`. */
  evidence: z.string().min(1).max(500),
  /** A run from before the last change of these files does not count. */
  afterLastEdit: z.boolean().default(true),
});
export type DebriefRule = z.infer<typeof DebriefRule>;

/** `.holdfast.json` of a project: data from a repository that may be anyone's, so it must not name programs that we run. */
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
