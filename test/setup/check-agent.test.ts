import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { hookShimPath } from "../../src/setup/hook-shim.ts";
import { connect, disconnect } from "../../src/setup/operations/connect.ts";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { status } from "../../src/setup/operations/status.ts";
import { uninstall } from "../../src/setup/uninstall.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { render } from "../../src/surfaces/cli/render/render.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const BROKEN = '{ "hooks": { "Stop": [], } }\n';
const hooksFile = ({ root }: TestPlace) => join(root, "home", ".codex", "hooks.json");

/** Breaks Codex's file as an editor would: by a trailing comma. */
function breakHooks(place: TestPlace): string {
  const text = readFileSync(hooksFile(place), "utf8").replace(/\}\s*$/, ",}");
  writeFileSync(hooksFile(place), text);
  return text;
}

test("a broken file of one agent is its own problem: the others are connected, checked and disconnected", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await connect.call(ctx, { agents: ["codex"], force: true });
    breakHooks(place);
    await connect.call(ctx, { agents: ["claude-code"], force: true });

    const { findings } = await doctor.call(ctx, {});
    const advice = expect.stringMatching(/hooks\.json cannot be read: it is not valid JSON\. Repair it/);
    expect(findings).toContainEqual({ check: "codex can be checked", ok: false, advice });
    expect(findings).toContainEqual({
      check: "claude-code is connected",
      ok: false,
      advice: expect.any(String),
    });
    const shown = await status.call(ctx, {});
    expect(shown.agents.find(({ name }) => name === "codex")).toMatchObject({
      connected: false,
      problems: [advice],
    });
    expect(shown.agents.find(({ name }) => name === "claude-code")).toMatchObject({ connected: true });
    const lines = render("status", shown, { style: styleFor(false), now: 0, columns: 80 }).join("\n");
    expect(lines).toMatch(/^codex +cannot be checked$/m);
    expect(lines).toMatch(/^codex: .*hooks\.json cannot be read/m);

    await disconnect.call(ctx, { agents: ["claude-code"] });
    expect(existsSync(hookShimPath(ctx.paths.state))).toBe(true);
  }));

test("uninstall disconnects the others before it reports an agent that it cannot disconnect", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await connect.call(ctx, { agents: ["codex", "pi"], force: true });
    const text = breakHooks(place);
    await expect(uninstall(ctx, { purge: true })).rejects.toThrow("hooks.json cannot be read");
    expect(existsSync(join(place.root, "home", ".pi"))).toBe(false);
    expect(readFileSync(hooksFile(place), "utf8")).toBe(text);
    expect(existsSync(hookShimPath(ctx.paths.state))).toBe(true);
  }));

test("a broken file of an agent that was never connected is left as it is", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    mkdirSync(dirname(hooksFile(place)), { recursive: true });
    writeFileSync(hooksFile(place), BROKEN);
    await connect.call(ctx, { agents: ["pi"], force: true });
    expect((await uninstall(ctx, { purge: false })).disconnected).toEqual(["pi"]);
    expect(readFileSync(hooksFile(place), "utf8")).toBe(BROKEN);
    expect(existsSync(hookShimPath(ctx.paths.state))).toBe(false);
  }));

test("an unreadable file of one agent does not keep another from being connected", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const settings = join(place.root, "home", ".openclaw", "openclaw.json");
    // A directory cannot be read as a file, not even by root.
    mkdirSync(settings, { recursive: true });
    const { connected } = await connect.call(ctx, { agents: ["pi"], force: true });
    expect(connected.map(({ agent }) => agent)).toEqual(["pi"]);
    const { findings } = await doctor.call(ctx, {});
    expect(findings.find(({ check }) => check === "openclaw can be checked")?.ok).toBe(false);
  }));
