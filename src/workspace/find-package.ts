import { dirname, join, relative, sep } from "node:path";
import { namesIn, readSmallFile } from "../files/read-small-file.ts";
import { realPath } from "./find-repository.ts";

/** Files that make their directory a package, in whichever build system. */
const MANIFESTS: ReadonlySet<string> = new Set([
  "BUILD",
  "BUILD.bazel",
  "Cargo.toml",
  "Gemfile",
  "MODULE.bazel",
  "Package.swift",
  "build.gradle",
  "build.gradle.kts",
  "build.sbt",
  "composer.json",
  "deno.json",
  "go.mod",
  "mix.exs",
  "pom.xml",
  "project.json",
  "pubspec.yaml",
  "pyproject.toml",
  "setup.py",
]);
const PROJECT_FILE = /\.(?:cabal|csproj|fsproj|gemspec)$/;
const GRADLE_SETTINGS = ["settings.gradle", "settings.gradle.kts"];

/**
 * Finds packages of one worktree: for a path, the nearest directory above it that has a manifest or is a member of a
 * Gradle build, relative to the worktree; undefined if there is none below the worktree's root. Each directory is read
 * once.
 */
export function createPackageFinder(worktree: string): (path: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const members = gradleMembers(worktree);
  const find = (directory: string): string | undefined => {
    if (directory === worktree || !directory.startsWith(`${worktree}${sep}`)) return undefined;
    if (!known.has(directory)) {
      const isOwn = members.has(directory) || isPackage(directory);
      known.set(directory, isOwn ? relative(worktree, directory) : find(dirname(directory)));
    }
    return known.get(directory);
  };
  return find;
}

function isPackage(directory: string): boolean {
  return namesIn(directory).some(
    (name) =>
      MANIFESTS.has(name) ||
      PROJECT_FILE.test(name) ||
      (name === "package.json" && describesPackage(join(directory, name))),
  );
}

/** Some files of this name only set the type of the modules below them. */
function describesPackage(path: string): boolean {
  return /"(?:name|scripts|dependencies|devDependencies)"\s*:/.test(readSmallFile(path) ?? "");
}

/** Gradle's subprojects need no file of their own: the settings list them. */
function gradleMembers(worktree: string): ReadonlySet<string> {
  const settings = GRADLE_SETTINGS.map((name) => readSmallFile(join(worktree, name)) ?? "").join("\n");
  const lists = settings.replaceAll(/,\s+/g, ",").match(/\binclude\b[^\n]*/g) ?? [];
  const names = lists.flatMap((list) =>
    [...list.matchAll(/["']:?([\w.:-]+)["']/g)].map(([, name = ""]) => name),
  );
  return new Set(names.map((name) => join(worktree, ...name.split(":"))));
}

/** The real path of a directory, or of the nearest one above it that exists. */
export function realDirectory(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    const real = realPath(at);
    if (real !== undefined) return join(real, relative(at, path));
    if (at === dirname(at)) return path;
  }
}
