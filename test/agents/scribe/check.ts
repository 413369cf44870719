import { checkHookFiles } from "../../../src/agents/files/check-files.ts";
import type { ConnectionCheck, ConnectPaths } from "../../../src/kernel/agent/agent.ts";
import { addOn } from "./connect.ts";
import { hooks } from "./hooks.ts";

export function check(place: ConnectPaths): Promise<ConnectionCheck> {
  return checkHookFiles(place, addOn(place), { hooksFile: "hooks.json", hooks });
}
