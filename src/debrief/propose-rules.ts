import * as z from "zod";
import type { DebriefRule } from "../kernel/config/project-config.ts";

const Manifest = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

/** The most comprehensive script first: it makes the others redundant. */
const SCRIPTS = ["check", "verify", "test", "lint", "typecheck"];
const CODE = ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte}"];

/** Files that identify the package manager. The first that exists decides. */
const MANAGERS = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
] as const;

/** Files that identify a language, and the command for its tests. */
const LANGUAGES = [
  ["Cargo.toml", "**/*.rs", "cargo test"],
  ["go.mod", "**/*.go", "go test"],
  ["pyproject.toml", "**/*.py", "pytest"],
] as const;

/** Proposes rules from a project's root directory: the scripts of its package and the usual checks of its languages. */
export function proposeRules({
  names,
  manifest,
}: {
  names: readonly string[];
  manifest: string;
}): DebriefRule[] {
  const manager = MANAGERS.find(([file]) => names.includes(file))?.[1] ?? "npm";
  const { scripts } = readManifest(manifest);
  const [first, ...others] = SCRIPTS.filter((name) => name in scripts);
  const chosen = first === "check" || first === "verify" ? [first] : [first, ...others];
  const ofScripts = chosen.flatMap((name) =>
    name === undefined ? [] : [rule(CODE, evidenceOf(manager, name))],
  );
  const languages = LANGUAGES.filter(([file]) => names.includes(file));
  return [...ofScripts, ...languages.map(([, files, evidence]) => rule([files], evidence))];
}

function evidenceOf(manager: string, script: string): string {
  return script === "test" && manager !== "bun" ? `${manager} test` : `${manager} run ${script}`;
}

function rule(files: string[], evidence: string): DebriefRule {
  return { files, evidence, afterLastEdit: true };
}

function readManifest(manifest: string): z.infer<typeof Manifest> {
  try {
    return Manifest.parse(JSON.parse(manifest));
  } catch {
    return { scripts: {} };
  }
}
