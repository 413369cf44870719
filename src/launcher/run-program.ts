import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import type { CodeCache } from "./code-cache.ts";

export interface Launch {
  /** The file whose script evaluates to `Programs`. */
  file: string;
  /** Modules see the launcher's path as their own, because `main.cjs` and `hook.sh` are beside it. */
  launcher: { require: NodeJS.Require; filename: string; dirname: string };
  cache: CodeCache;
  /** Whether the program may run for hours. */
  isLong: boolean;
}

/** Every module as a function, by name. `scripts/build/programs.mjs` writes them. */
interface Programs {
  /** The module that is evaluated first. */
  entry: string;
  ours: Record<string, Module>;
  packages: Record<string, Module>;
}

type Require = (name: string) => object;
type Module = (
  ...scope: [module: object, exports: object, require: Require, filename: string, dirname: string]
) => void;

const START_MS = 2_000;

/**
 * Runs a program from compiled code if an earlier run of the same command left a cache: most of the start-up time is
 * spent on compiling, and a hook starts at every prompt. Node has had its own cache since 22.1, but measurements showed
 * it to be slower than this one (docs/dependencies.md).
 */
export function runProgram({ file, launcher, cache, isLong }: Launch): void {
  const cached = cache.read();
  // The build writes ASCII, which is read much faster than UTF-8.
  const script = new Script(readFileSync(file, "latin1"), {
    filename: file,
    ...(cached ? { cachedData: cached.compiled } : {}),
  });
  const evaluated = new Map<string, { exports: object }>();

  const saveCache = (exitCode = 0) => {
    const known = script.cachedDataRejected === false ? (cached?.modules ?? []) : [];
    // The new cache includes the modules of the old one, so that runs of a command that need different modules share
    // it.
    const names = new Set([...known, ...evaluated.keys()]);
    // A mistyped command fails and must not get its own cache.
    if (exitCode === 0 && names.size > known.length) cache.write([...names], () => script.createCachedData());
  };
  process.once("exit", saveCache);
  // The cache of a process that runs for hours contains only what its start needs. A hook saves when it has replied: on
  // a busy machine it would otherwise stop to save in the middle of its work.
  const saveEarly = () => {
    process.off("exit", saveCache);
    saveCache();
  };
  if (isLong) setTimeout(saveEarly, START_MS).unref();
  const programs: Programs = script.runInThisContext();
  evaluatorOf(programs, launcher, evaluated)(programs.entry);
}

/**
 * Evaluates modules as they are needed. Our own modules and Node's are evaluated at the first use of one of their
 * exports, since a run uses few. Packages are evaluated when they are imported, which may have side effects.
 */
function evaluatorOf(
  { ours, packages }: Programs,
  launcher: Launch["launcher"],
  evaluated: Map<string, { exports: object }>,
): Require {
  const evaluate: Require = (name) => {
    const run = ours[name] ?? packages[name];
    if (!run) return launcher.require(name);
    const known = evaluated.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    evaluated.set(name, module);
    run(module, module.exports, ours[name] ? require : evaluate, launcher.filename, launcher.dirname);
    return module.exports;
  };
  const require: Require = (name) =>
    ours[name] || name.startsWith("node:") ? deferEvaluation(() => evaluate(name)) : evaluate(name);
  return evaluate;
}

/** A proxy for the result of `evaluate`, which is called at the first access to a property. */
function deferEvaluation(evaluate: () => object): object {
  let exports: object | undefined;
  const evaluateOnce = () => (exports ??= evaluate());
  return new Proxy(
    {},
    {
      get: (_target, name): unknown => Reflect.get(evaluateOnce(), name),
      // Called by `import()`, which copies the properties.
      ownKeys: () => Reflect.ownKeys(evaluateOnce()),
    },
  );
}
