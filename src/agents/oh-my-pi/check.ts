import type { ConnectionCheck, ConnectPlace } from "../../kernel/agent.ts";
import { checkFiles } from "../check-folder.ts";
import { extensionFolder } from "./extension-files.ts";

export function check(place: ConnectPlace): Promise<ConnectionCheck> {
  return checkFiles(place, extensionFolder(place), "run `holdfast connect oh-my-pi`");
}
