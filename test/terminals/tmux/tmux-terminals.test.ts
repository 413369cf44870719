import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { agents } from "../../../src/agents/registry.ts";
import { configVariables } from "../../../src/kernel/agent/agent-environment.ts";
import { systemProcesses } from "../../../src/processes/system-processes.ts";
import { tmuxTerminals } from "../../../src/terminals/tmux/tmux-terminals.ts";
import { typeInto } from "../../../src/terminals/type-into.ts";
import { eventually } from "../../support/hook-bench.ts";
import { withPlace } from "../../support/test-context.ts";
import { FAKE_COMPOSER, openTmuxLab, type TmuxLab } from "../../support/tmux-lab.ts";

/** A client in a pane, and how a prompt is typed into it. */
async function withClient(
  work: (
    lab: TmuxLab,
    type: (text: string) => Promise<string | undefined>,
    pane: { id: string },
  ) => Promise<void>,
  ...how: string[]
) {
  await withPlace(async ({ open }) => {
    await using lab = await openTmuxLab();
    lab.addClient("client", ...how);
    const pane = await lab.run(["client"]);
    const ctx = { ...(await open()), terminals: lab.terminals, sleep: (ms: number) => sleep(ms) };
    const pid = lab.recorded()[0]?.pid ?? 0;
    const client = { pane, process: { pid, startTime: ctx.processes.startTime(pid) ?? "" } };
    await work(lab, (text) => typeInto(ctx, { ...client, composer: FAKE_COMPOSER }, text), pane);
  });
}

test("a program in a pane finds its configuration where the clients' own variables put it", async () => {
  await using lab = await openTmuxLab();
  // The server was started before these were set, and has an environment of its own.
  await lab.terminals.open({ name: "earlier", command: ["cat"], cwd: lab.root });
  const names = configVariables(agents);
  expect(names).toContain("GEMINI_CLI_HOME");
  const moved = Object.fromEntries(names.map((name) => [name, join(lab.root, name)]));
  const terminals = tmuxTerminals({ ...lab.env, ...moved, OTHER_HOME: lab.root }, () => names);
  const seen = join(lab.root, "seen");
  const command = ["sh", "-c", `env >'${seen}.part' && mv '${seen}.part' '${seen}' && cat`];
  await terminals.open({ name: "later", command, cwd: lab.root });
  await eventually(async () => existsSync(seen));
  const lines = readFileSync(seen, "utf8").split("\n");
  expect(lines).toEqual(expect.arrayContaining(Object.entries(moved).map((pair) => pair.join("="))));
  expect(lines.filter((line) => line.startsWith("OTHER_HOME="))).toEqual([]);
});

describe.concurrent("a prompt typed into a real terminal", () => {
  test("T4 T8: arrives whole and is submitted once", () =>
    withClient(async (lab, type) => {
      expect(await type("Say what is open.")).toBeUndefined();
      await eventually(async () => lab.submitted().length > 0);
      expect(lab.submitted()).toEqual(["Say what is open."]);
    }));

  test("T8: an Enter that was taken for a line break is given again, and no other", () =>
    withClient(async (lab, type) => {
      expect(await type("Say what is open.")).toBeUndefined();
      const enters = lab.recorded().filter(({ data }) => data === "\r");
      expect(enters).toHaveLength(2);
      expect(lab.submitted()).toEqual(["Say what is open.\r\n  "]);
    }, "--late"));

  test("SEC-S35: control characters reach no program, and nothing in the text ends the paste", () =>
    withClient(async (lab, type) => {
      await type("a\u001b[201~b\u0003c\u0004d\u001ae\rf\u001bOPg\nh\u009b1m\u202ei");
      await eventually(async () => lab.submitted().length > 0);
      const data = lab
        .recorded()
        .flatMap((each) => each.data ?? [])
        .join("");
      expect(data).toBe("\u001b[200~a [201~b c d e f OPg h 1m i\u001b[201~\r");
    }));

  test.each([
    "Enter",
    "C-c",
    "-t other",
    ";",
    "a;",
    "#{pane_id} #(touch x)",
    "%1",
    "--",
    "$(touch x) `touch x`",
    "'\"",
  ])("SEC-S36: %s arrives as it is", (text) =>
    withClient(async (lab, type) => {
      expect(await type(text)).toBeUndefined();
      await eventually(async () => lab.submitted().length > 0);
      expect(lab.submitted()).toEqual([text]);
    }),
  );

  test("SEC-S37: lines become one, whether or not the program knows pastes", () =>
    withClient(async (lab, type) => {
      await type("one\ntwo\r\nthree");
      await eventually(async () => lab.submitted().length > 0);
      expect(lab.submitted()).toEqual(["one two three"]);
    }));

  test("SEC-S39: nothing is appended to text that the user has typed", () =>
    withClient(async (lab, type, pane) => {
      lab.tmux("send-keys", "-t", pane.id, "-l", "half");
      await eventually(async () => lab.tmux("capture-pane", "-p", "-t", pane.id).includes("half"));
      expect(await type("More.")).toMatch(/input line is not empty/);
      expect(lab.submitted()).toEqual([]);
    }));

  test("a dialog gets no answer from us", () =>
    withClient(async (lab, type, pane) => {
      lab.tmux("send-keys", "-t", pane.id, "-l", "ask");
      await eventually(async () => lab.tmux("capture-pane", "-p", "-t", pane.id).includes("proceed"));
      expect(await type("y")).toBe("a dialog is open");
    }));

  test("SEC-S38: copy mode, a dead client and a closed pane get nothing", () =>
    withClient(async (lab, type, pane) => {
      lab.tmux("copy-mode", "-t", pane.id);
      expect(await type("One.")).toBe("a person is scrolling back in the terminal");
      lab.tmux("send-keys", "-t", pane.id, "-X", "cancel");
      lab.tmux("respawn-pane", "-k", "-t", pane.id, "--", "env", "cat");
      await eventually(
        async () =>
          lab.tmux("display-message", "-p", "-t", pane.id, "#{pane_current_command}").trim() === "cat",
      );
      expect(await type("Two.")).toMatch(/its process is not in that terminal/);
      await lab.killServer();
      expect(await type("Three.")).toBe("its terminal is gone");
    }));

  test("SEC-S42: more than 64 KB is refused", () =>
    withClient(async (lab, type) => {
      await expect(type("x".repeat(1024 * 1024))).rejects.toMatchObject({ code: "too_large" });
      expect(lab.recorded().some(({ data }) => data !== undefined)).toBe(false);
    }));
});

describe.concurrent("the pane itself", () => {
  test.each(["x; kill-server", "a.b:c", "", "x".repeat(65)])(
    "SEC-S40: the name %j is refused",
    async (name) => {
      await using lab = await openTmuxLab();
      await expect(lab.terminals.open({ name, command: ["cat"], cwd: lab.root })).rejects.toMatchObject({
        code: "invalid_input",
      });
    },
  );

  test("SEC-S41: a file that is not a socket, or another user's socket, is rejected", async () => {
    await using lab = await openTmuxLab();
    const file = join(lab.root, "forged");
    writeFileSync(file, "");
    const forged = tmuxTerminals({ ...lab.env, TMUX: `${file},1,0` });
    const wanted = { name: "x", command: ["cat"], cwd: lab.root };
    await expect(forged.open(wanted)).rejects.toMatchObject({ code: "forbidden" });
    if (process.getuid?.() !== 0) return; // only root can give a socket away
    lab.addClient("client");
    const pane = await lab.run(["client"]);
    chownSync(lab.socket, 65_534, 65_534);
    await expect(lab.terminals.view(pane)).rejects.toMatchObject({ code: "forbidden" });
    chownSync(lab.socket, 0, 0);
  });

  test("its command is no shell's, its folder no format, and its content is shown", async () => {
    await using lab = await openTmuxLab();
    lab.addClient("client");
    const cwd = join(lab.root, "#(touch pwned) $x;");
    mkdirSync(cwd);
    const pane = await lab.run(["client", "a b", "$(touch pwned)", "#{pid}", "end;"], { cwd });
    const [started] = lab.recorded();
    expect(started).toMatchObject({ started: ["a b", "$(touch pwned)", "#{pid}", "end;"], cwd });
    const view = await lab.terminals.view(pane);
    expect(view).toMatchObject({ pid: started?.pid, isDead: false, isInMode: false, cursor: { x: 2, y: 0 } });
    expect(view?.lines[0]).toBe("› Ask for anything");
    expect(view?.cursorLine.trimEnd()).toBe("›");
    expect(systemProcesses.terminal(started?.pid ?? 0)).toEqual({ tty: view?.tty, foreground: true });
    expect(systemProcesses.terminal(process.pid)?.tty).not.toBe(view?.tty);
    expect([lab.root, cwd].some((folder) => existsSync(join(folder, "pwned")))).toBe(false);
  });

  test("the same id of a server that was started anew is another pane", async () => {
    await using lab = await openTmuxLab();
    lab.addClient("client");
    const pane = await lab.run(["client"]);
    await lab.killServer();
    const other = await lab.run(["client"]);
    expect(other.id).toBe(pane.id);
    expect(await lab.terminals.view(pane)).toBeUndefined();
  });

  test("it stays open while its program is replaced", async () => {
    await using lab = await openTmuxLab();
    lab.addClient("client");
    const pane = await lab.run(["client", "first"]);
    const pid = lab.recorded()[0]?.pid ?? 0;
    const end = async () => {
      process.kill(pid, "SIGTERM");
      await eventually(async () => (await lab.terminals.view(pane))?.isDead);
    };
    await lab.terminals.replace(pane, { command: ["client", "second"], end });
    await eventually(async () => lab.recorded().some(({ started }) => started?.[0] === "second"));
    expect((await lab.terminals.view(pane))?.isDead).toBe(false);
  });
});
