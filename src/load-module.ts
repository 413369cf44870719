import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { HoldfastError } from "./kernel/errors.ts";

/** Node's own `import()`: the one of a bundled program knows the program's modules only. */
const importer = () =>
  new vm.Script("(url) => import(url)", {
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext() as (url: string) => Promise<Record<string, unknown>>;

/** Loads a module that the user named at the command line. */
export async function loadModule(cwd: string, name: string) {
  const path = resolve(cwd, name);
  if (!existsSync(path))
    throw new HoldfastError("not_found", `There is no file ${path}.`, {
      next: "Name the module by its path.",
    });
  return { path, exports: { ...(await importer()(pathToFileURL(path).href)) } };
}
