import * as z from "zod";
import type { DebriefRule } from "../kernel/project-config.ts";

const Manifest = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

/** The most telling script first: one that runs the others makes them superfluous. */
const CHECKS = ["check", "verify", "test", "lint", "typecheck"];
const CODE = ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte}"];

/** Rules for a project's own check scripts; none where the manifest names none or cannot be read. */
export function proposeRules(manifest: string): DebriefRule[] {
  const { scripts } = readManifest(manifest);
  const [first, ...others] = CHECKS.filter((name) => name in scripts);
  if (first === undefined) return [];
  const names = first === "check" || first === "verify" ? [first] : [first, ...others];
  return names.map((name) => ({
    files: CODE,
    evidence: name === "test" ? "npm test" : `npm run ${name}`,
    afterLastEdit: true,
  }));
}

function readManifest(manifest: string): z.infer<typeof Manifest> {
  try {
    return Manifest.parse(JSON.parse(manifest));
  } catch {
    return { scripts: {} };
  }
}
