import { join } from "node:path";
import type { ConnectPlace } from "../kernel/agent.ts";
import type { Context } from "../kernel/context.ts";

/** Where a client finds us. The built files lie beside each other. */
export function connectPlace({ home, paths, configDirs, programDir }: Context): ConnectPlace {
  return {
    home,
    hookScript: join(programDir, "hook.sh"),
    mainScript: join(programDir, "main.cjs"),
    node: process.execPath,
    stateDir: paths.state,
    configDirs,
  };
}
