import { join } from "node:path";
import type { ClientPlace } from "../../../src/agents/files/client-connection.ts";
import { jsonFile, ownFiles } from "../../../src/agents/files/own-files.ts";
import type { OwnedFiles } from "../../../src/agents/files/owned-files.ts";
import { hookLine } from "../../../src/agents/hook-command.ts";

export const connection = ownFiles({
  files: addOn,
  plan: (place) => ({ changes: [{ path: addOn(place).root, what: "an add-on with hooks" }] }),
});

function addOn(place: ClientPlace): OwnedFiles {
  const hooks = place.hooks.events.map(({ name }) => {
    return [name, [{ hooks: [{ command: hookLine(place.hooks, name, place), timeout: 5 }] }]];
  });
  const files = new Map([["hooks.json", jsonFile({ hooks: Object.fromEntries(hooks) })]]);
  return { root: join(place.configDir, "add-ons", "holdfast"), files, hooksFile: "hooks.json" };
}
