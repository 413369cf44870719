import type { ConnectionCheck, ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkFiles } from "../files/check-folder.ts";
import { pluginFolder } from "./plugin-files.ts";

export function check(place: ConnectPlace): Promise<ConnectionCheck> {
  return checkFiles(place, pluginFolder(place), "run `holdfast connect opencode`");
}
