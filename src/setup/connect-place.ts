import { join } from "node:path";
import type { ConnectPlace } from "../kernel/agent.ts";
import type { Installation } from "../kernel/context.ts";
import { hookShimPath } from "./hook-shim.ts";
import { stableProgramDir } from "./stable-program.ts";

/** The paths of our programs for an agent's configuration. All built files are in one directory. */
export function connectPlace(installation: Installation): ConnectPlace {
  const { home, paths, configDirs } = installation;
  return {
    home,
    hookScript: hookShimPath(paths.state),
    mainScript: join(stableProgramDir(installation), "main.cjs"),
    node: process.execPath,
    stateDir: paths.state,
    configDirs,
  };
}
