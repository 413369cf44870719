import { join } from "node:path";
import type { ClientSetup } from "../../../src/agents/files/client-connection.ts";
import { jsonFile, ownFiles } from "../../../src/agents/files/own-files.ts";
import type { OwnedFiles } from "../../../src/agents/files/owned-files.ts";
import { hookLine } from "../../../src/agents/hook-command.ts";

export const connection = ownFiles({
  files: addOn,
  plan: (setup) => ({ changes: [{ path: addOn(setup).root, what: "an add-on with hooks" }] }),
});

function addOn(setup: ClientSetup): OwnedFiles {
  const hooks = setup.hooks.events.map(({ name }) => {
    return [name, [{ hooks: [{ command: hookLine(setup.hooks, name, setup), timeout: 5 }] }]];
  });
  const files = new Map([["hooks.json", jsonFile({ hooks: Object.fromEntries(hooks) })]]);
  return { root: join(setup.configDir, "add-ons", "holdfast"), files, hooksFile: "hooks.json" };
}
