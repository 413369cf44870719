import { checkFolder } from "../../../src/agents/files/check-folder.ts";
import type { ConnectionCheck, ConnectPlace } from "../../../src/kernel/agent/agent.ts";
import { addOn } from "./connect.ts";
import { hooks } from "./hooks.ts";

export function check(place: ConnectPlace): Promise<ConnectionCheck> {
  return checkFolder(place, addOn(place), { hooksFile: "hooks.json", hooks });
}
