import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { loadOperations } from "../../../src/operations.ts";
import type { Prompts } from "../../../src/surfaces/cli/ask/prompts.ts";
import { runCli } from "../../../src/surfaces/cli/create-cli.ts";
import { eventually } from "../../support/hook-bench.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";
import { openTmuxLab } from "../../support/tmux-lab.ts";

const MAIN = resolve(import.meta.dirname, "../../../dist/main.cjs");
const operations = await loadOperations();

/** A person who gives these answers; Ctrl-C where none is left. */
function person(chosen: readonly string[] | undefined, isSure: boolean | undefined) {
  const asked: string[] = [];
  const prompts: Prompts = {
    async confirm(question) {
      asked.push(question);
      return isSure;
    },
    async askSecret() {
      throw new Error("nobody asks for a secret");
    },
    async chooseOne() {
      throw new Error("nobody asks for one");
    },
    async chooseSeveral(question, choices, initial) {
      asked.push(`${question} ${choices.map(({ label }) => label).join(", ")}; ${initial.join(", ")}`);
      return chosen && choices.map(({ value }) => value).filter((value) => chosen.includes(value));
    },
  };
  return { asked, prompts };
}

/** A terminal in a home in which Gemini CLI and Codex CLI were used. */
async function connect(place: TestPlace, { prompts }: { prompts?: Prompts }, ...words: string[]) {
  for (const name of [".gemini", ".codex"]) mkdirSync(join(place.root, "home", name), { recursive: true });
  let [out, err] = ["", ""];
  const code = await runCli(
    {
      operations,
      version: "1.2.3",
      open: () => place.open(),
      write: (text) => {
        out += text;
      },
      writeError: (text) => {
        err += text;
      },
      redact: async (text) => text,
      colors: false,
      columns: () => 80,
      prompts: async () => prompts,
    },
    ["connect", ...words],
  );
  return { code, out, err };
}

const isConnected = (place: TestPlace, path: string) => existsSync(join(place.root, "home", path));
const CODEX = ".codex/hooks.json";
const GEMINI = ".gemini/extensions/holdfast";

describe("connect at a terminal", () => {
  test("offers the agents found, shows what it will write, and explains the next step", () =>
    withPlace(async (place) => {
      const { asked, prompts } = person(["codex"], true);
      const { code, out } = await connect(place, { prompts });
      expect(code).toBe(0);
      expect(asked).toEqual([
        "Which agents do you want to connect? Gemini CLI, Codex CLI; gemini, codex",
        "Continue?",
      ]);
      const [before, after = ""] = out.split("on this machine only");
      expect(before).toContain(`    ${join(place.root, "home", CODEX)}\n      hooks, after your own\n`);
      expect(before?.replaceAll(/\s+/g, " ")).toContain("Codex runs only hooks that you trust");
      const words = out.split("\n").filter((line) => !line.includes(place.root));
      expect(words.filter((line) => line.length > 80)).toEqual([]);
      expect(before).not.toContain("Gemini");
      expect(after).toContain(`created ${join(place.root, "home", CODEX)}`);
      expect(after).toContain("Restart Codex CLI to load it");
      expect([isConnected(place, CODEX), isConnected(place, GEMINI)]).toEqual([true, false]);
    }));

  test.each([
    ["Ctrl-C at the choice", undefined, true],
    ["Ctrl-C at the question", ["codex"], undefined],
    ["no", ["codex"], false],
  ])("changes nothing after %s", (_, chosen, isSure) =>
    withPlace(async (place) => {
      const { code, out } = await connect(place, person(chosen, isSure));
      expect(code).toBe(130);
      expect(out).toContain("Nothing was changed.");
      expect(isConnected(place, CODEX)).toBe(false);
    }),
  );

  test("asks only whether to continue when agents are named, and nothing with --yes or --json", () =>
    withPlace(async (place) => {
      const named = person(undefined, true);
      await connect(place, named, "gemini");
      expect(named.asked).toEqual(["Continue?"]);
      for (const word of ["--yes", "--json"]) {
        const silent = person(undefined, undefined);
        expect((await connect(place, silent, "--all", word)).code).toBe(0);
        expect(silent.asked).toEqual([]);
      }
      expect(isConnected(place, CODEX)).toBe(true);
    }));

  test("with --debrief it shows, before it asks, that the tool of debriefs is permitted", () =>
    withPlace(async (place) => {
      const { out } = await connect(
        place,
        { prompts: person(undefined, false).prompts },
        "gemini",
        "--debrief",
      );
      expect(out).toContain("policies\n      a rule that permits session_digest without asking");
      expect(isConnected(place, ".gemini/policies")).toBe(false);
    }));

  test("refuses an agent that is not here before it asks", () =>
    withPlace(async (place) => {
      const { asked, prompts } = person(undefined, true);
      const { code, err } = await connect(place, { prompts }, "claude");
      expect(code).toBe(66);
      expect(err).toContain("Claude Code was not found");
      expect(asked).toEqual([]);
    }));

  test("without a terminal, --all connects the agents found, and a missing name is an error with a hint", () =>
    withPlace(async (place) => {
      const { code, err } = await connect(place, {});
      expect(code).toBe(64);
      expect(err).toContain("No agent was named. Found here: gemini, codex.");
      expect(err).toContain("`holdfast connect --all`");
      expect((await connect(place, {}, "--all")).code).toBe(0);
      expect([isConnected(place, CODEX), isConnected(place, GEMINI)]).toEqual([true, true]);
    }));

  test("in a real one: the space bar selects, enter continues", { timeout: 60_000 }, async () => {
    await using lab = await openTmuxLab();
    for (const name of [".claude", ".gemini"]) mkdirSync(join(lab.root, name));
    mkdirSync(dirname(lab.socket), { mode: 0o700 });
    const command = `${process.execPath} ${MAIN} connect; echo ended with $?; sleep 60`;
    lab.tmux("new-session", "-d", "-s", "shell", "-x", "100", "-y", "50", command);
    const screen = () => lab.tmux("capture-pane", "-p", "-t", "shell");
    const shows = (text: string) => eventually(async () => screen().includes(text));
    await shows("Which agents");
    lab.tmux("send-keys", "-t", "shell", "Down", "Space", "Enter");
    await shows("Continue?");
    expect(screen()).not.toContain("Gemini CLI\n    ");
    lab.tmux("send-keys", "-t", "shell", "Enter");
    await shows("ended with 0");
    expect(existsSync(join(lab.root, ".claude/skills/holdfast"))).toBe(true);
    expect(existsSync(join(lab.root, GEMINI))).toBe(false);
  });
});
