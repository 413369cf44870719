import { join } from "node:path";
import type { ConnectPaths } from "../kernel/agent/agent.ts";
import type { Context, Installation } from "../kernel/context.ts";
import { hookShimPath } from "./hook-shim.ts";
import { stableProgramDir } from "./stable-program.ts";

/** Optional, because removing a connection needs no settings. */
interface DebriefSettings {
  config?: { debrief: { enabled: boolean } };
}

/** The paths that connecting needs. All built files are in one directory. */
export function resolveConnectPaths(installation: Installation & DebriefSettings): ConnectPaths {
  const { home, paths, configDirs, dataDirs, movedFiles } = installation;
  return {
    home,
    hookScript: hookShimPath(paths.state),
    mainScript: join(stableProgramDir(installation), "main.cjs"),
    node: process.execPath,
    stateDir: paths.state,
    version: installation.version,
    configDirs,
    dataDirs,
    movedFiles,
    permitsDigest: installation.config?.debrief.enabled ?? false,
  };
}

/** The context as if debriefs were already on, so that `connect --debrief` shows and writes what they need. */
export function withDebriefs(ctx: Context): Context {
  return { ...ctx, config: { ...ctx.config, debrief: { ...ctx.config.debrief, enabled: true } } };
}
