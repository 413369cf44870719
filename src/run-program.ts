import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import type { CodeCache } from "./code-cache.ts";

export interface Launch {
  /** The text of `Programs`. */
  file: string;
  /** Modules see the launcher's path as their own: `main.cjs` and `hook.sh` are found beside it. */
  launcher: { require: NodeJS.Require; filename: string; dirname: string };
  cache: CodeCache;
}

/** Every module as a function, by its name; `scripts/build/programs.mjs` writes them. */
interface Programs {
  /** The module to begin with. */
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
 * Runs a program from V8's compiled form, where an earlier run of the same command left one: compiling is most of what a
 * start costs, and a hook starts at every prompt. Node has a cache of its own since 22.1, which was measured to be
 * slower than this one (docs/dependencies.md).
 */
export function runProgram({ file, launcher, cache }: Launch): void {
  const cached = cache.read();
  // The build writes ASCII, which is read much faster than UTF-8.
  const script = new Script(readFileSync(file, "latin1"), {
    filename: file,
    ...(cached ? { cachedData: cached.compiled } : {}),
  });
  const evaluated = new Map<string, { exports: object }>();

  const keep = (exitCode = 0) => {
    const known = script.cachedDataRejected === false ? (cached?.modules ?? []) : [];
    // What V8 took from the cache it gives back, so that ways to run one command that need other modules come to share it.
    const names = new Set([...known, ...evaluated.keys()]);
    // A slip of the pen is no command, and shall not get a cache of its own.
    if (exitCode === 0 && names.size > known.length) cache.write([...names], () => script.createCachedData());
  };
  process.once("exit", keep);
  // Of a process that goes on for hours the cache holds what its start needs.
  const goOn = () => {
    process.off("exit", keep);
    keep();
  };
  setTimeout(goOn, START_MS).unref();
  const programs: Programs = script.runInThisContext();
  evaluatorOf(programs, launcher, evaluated)(programs.entry);
}

/**
 * Evaluates modules as they are needed. What a module of ours imports of ours or of Node's is evaluated at the first use
 * of one of its exports, since a run uses few. Packages are evaluated when they are imported: that may have effects.
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
    ours[name] || name.startsWith("node:") ? deferred(() => evaluate(name)) : evaluate(name);
  return evaluate;
}

/** What `evaluate` returns, once somebody asks for a part of it. */
function deferred(evaluate: () => object): object {
  let exports: object | undefined;
  const evaluateOnce = () => (exports ??= evaluate());
  return new Proxy(
    {},
    {
      get: (_target, name): unknown => Reflect.get(evaluateOnce(), name),
      // Asked by `import()`, which copies them.
      ownKeys: () => Reflect.ownKeys(evaluateOnce()),
    },
  );
}
