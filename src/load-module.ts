import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { HoldfastError } from "./kernel/errors.ts";

const MAIN_LOADER = "USE_MAIN_CONTEXT_DEFAULT_LOADER";

/** Node's own `import()`. In a bundled program, `import()` finds only the modules of the program. */
const importer = () =>
  new vm.Script("(url) => import(url)", {
    importModuleDynamically: vm.constants[MAIN_LOADER],
  }).runInThisContext() as (url: string) => Promise<Record<string, unknown>>;

/** Loads a module that the user named on the command line. The error says why it cannot be loaded. */
export async function loadModule(cwd: string, name: string) {
  const path = resolve(cwd, name);
  if (!existsSync(path))
    throw new HoldfastError("not_found", `There is no file ${path}.`, {
      next: "Pass the path of a module.",
    });
  const load = () => importer()(pathToFileURL(path).href);
  try {
    return { path, exports: { ...(await withoutLoaderWarning(load)) } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HoldfastError("invalid_input", `${path} cannot be loaded: ${reason}`, {
      cause: error,
      next: `Run \`node ${name}\` to see where it fails.`,
    });
  }
}

/** Node 20 warns that the constant is experimental, which does not concern the user. */
async function withoutLoaderWarning<T>(work: () => Promise<T>): Promise<T> {
  const { emitWarning } = process;
  const others = (...given: unknown[]) => {
    if (!String(given[0]).includes(MAIN_LOADER)) Reflect.apply(emitWarning, process, given);
  };
  process.emitWarning = others;
  try {
    return await work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
