import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { HoldfastError } from "./kernel/errors.ts";

const OURS = "USE_MAIN_CONTEXT_DEFAULT_LOADER";

/** Node's own `import()`: that of a bundled program only finds the program's modules. */
const importer = () =>
  new vm.Script("(url) => import(url)", {
    importModuleDynamically: vm.constants[OURS],
  }).runInThisContext() as (url: string) => Promise<Record<string, unknown>>;

/** Loads a module that the user named at the command line. Says why one cannot be loaded. */
export async function loadModule(cwd: string, name: string) {
  const path = resolve(cwd, name);
  if (!existsSync(path))
    throw new HoldfastError("not_found", `There is no file ${path}.`, {
      next: "Pass the path of a module.",
    });
  const load = () => importer()(pathToFileURL(path).href);
  try {
    return { path, exports: { ...(await withoutOurWarning(load)) } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HoldfastError("invalid_input", `${path} cannot be loaded: ${reason}`, {
      cause: error,
      next: `Run \`node ${name}\` to see where it fails.`,
    });
  }
}

/** Node 20 warns that the constant is experimental, which does not concern the user. */
async function withoutOurWarning<T>(work: () => Promise<T>): Promise<T> {
  const { emitWarning } = process;
  const others = (...given: unknown[]) => {
    if (!String(given[0]).includes(OURS)) Reflect.apply(emitWarning, process, given);
  };
  process.emitWarning = others;
  try {
    return await work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
