import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { exported, imported, type Machine, NATIVE, withTwoMachines } from "./two-machines.ts";

const FILE = "session-2026-11-21T12-00-6f1c2b1e.jsonl";
const CHAT = [
  { sessionId: NATIVE, projectHash: "0", startTime: "2026-11-21T12:00:00.000Z", kind: "main" },
  { id: "u1", timestamp: "2026-11-21T12:00:00.000Z", type: "user", content: [{ text: "Sort the list." }] },
  { id: "g1", timestamp: "2026-11-21T12:00:01.000Z", type: "gemini", content: "The list is sorted." },
];

/** A session of Gemini CLI, with its file where the client keeps it. */
async function chat({ ctx, place }: Machine): Promise<string> {
  const chats = join(homeOf(place.root), "laptops-own-name", "chats");
  mkdirSync(chats, { recursive: true });
  const transcriptPath = join(chats, FILE);
  writeFileSync(transcriptPath, CHAT.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const base = { agent: "gemini" as const, nativeSession: NATIVE, cwd: place.project, transcriptPath };
  const session = new AgentSession(ctx, place.clock, base);
  await session.start();
  await session.prompt("Sort the list.");
  await session.stop("The list is sorted.");
  await session.end();
  return transcriptPath;
}

function homeOf(root: string): string {
  return join(root, "home", ".gemini", "tmp");
}

test("a conversation of Gemini CLI is put where the client looks for that of the clone", () =>
  withTwoMachines(async (laptop, tower) => {
    const original = await chat(laptop);
    const { file, conversations } = await exported(laptop, { plain: true });
    expect(conversations).toBe(1);
    expect(await imported(tower, file, {})).toMatchObject({ conversations: 1, warnings: [] });
    const { chosen } = await continueOperation.call(tower.ctx, { id: NATIVE });
    const { project, root } = tower.place;
    expect(chosen).toMatchObject({
      mode: "conversation",
      command: ["gemini", "--resume", NATIVE],
      directory: project,
    });
    const tmp = homeOf(root);
    const [name = "", ...others] = readdirSync(tmp);
    expect(others).toEqual([]);
    expect(readFileSync(join(tmp, name, ".project_root"), "utf8")).toBe(project);
    expect(readFileSync(join(tmp, name, "chats", FILE))).toEqual(readFileSync(original));
    expect(await imported(tower, file, {})).toMatchObject({ conversations: 0, warnings: [] });
    expect(readdirSync(tmp)).toEqual([name]);
  }));

test("the directory that Gemini CLI has for the clone is used, and that of another project is not", () =>
  withTwoMachines(async (laptop, tower) => {
    await chat(laptop);
    const { file } = await exported(laptop, { plain: true });
    const tmp = homeOf(tower.place.root);
    const name = basename(tower.place.project);
    for (const [folder, owner] of [
      [name, "/home/ada/other"],
      ["chosen-by-the-client", tower.place.project],
    ] as const) {
      mkdirSync(join(tmp, folder), { recursive: true });
      writeFileSync(join(tmp, folder, ".project_root"), owner);
    }
    await imported(tower, file, {});
    expect(existsSync(join(tmp, "chosen-by-the-client", "chats", FILE))).toBe(true);
    expect(readdirSync(tmp).toSorted()).toEqual(["chosen-by-the-client", name].toSorted());
    expect(readFileSync(join(tmp, name, ".project_root"), "utf8")).toBe("/home/ada/other");
  }));

test("without a directory for the clone, one that another project has is not taken", () =>
  withTwoMachines(async (laptop, tower) => {
    await chat(laptop);
    const { file } = await exported(laptop, { plain: true });
    const tmp = homeOf(tower.place.root);
    const name = basename(tower.place.project);
    mkdirSync(join(tmp, name), { recursive: true });
    writeFileSync(join(tmp, name, ".project_root"), "/home/ada/other");
    await imported(tower, file, {});
    expect(existsSync(join(tmp, `${name}-1`, "chats", FILE))).toBe(true);
    expect(existsSync(join(tmp, name, "chats"))).toBe(false);
  }));
