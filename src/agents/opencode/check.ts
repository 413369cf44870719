import type { ConnectionCheck, ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkFiles } from "../files/check-files.ts";
import { pluginFiles } from "./plugin-files.ts";

export function check(paths: ConnectPaths): Promise<ConnectionCheck> {
  return checkFiles(paths, pluginFiles(paths), "run `holdfast connect opencode`");
}
