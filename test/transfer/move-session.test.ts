import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { log } from "../../src/log/operations/log.ts";
import { recall } from "../../src/memory/operations/recall.ts";
import { remember } from "../../src/memory/operations/remember.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { exported, git, imported, NATIVE, PASSPHRASE, withTwoMachines, work } from "./two-machines.ts";

test("a session that was exported on one machine is continued on another, in its own conversation", () =>
  withTwoMachines(async (laptop, tower) => {
    const { transcript } = await work(laptop);
    const { file, ...contents } = await exported(laptop);
    expect(contents).toMatchObject({ encrypted: true, sessions: 1, conversations: 1 });
    expect(contents.checkpoints).toBeGreaterThan(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "latin1")).not.toContain("pagination");

    const taken = await imported(tower, file);
    expect(taken).toMatchObject({ machine: "laptop", checkpoints: contents.checkpoints, conversations: 1 });
    expect(taken.sessions).toMatchObject([{ state: "new", agent: "claude-code" }]);

    const { choices } = await continueOperation.call(tower.ctx, {});
    expect(choices).toMatchObject([{ id: NATIVE, state: "ended" }]);
    expect(choices[0]?.title).toContain("pagination");
    const logged = await log.call(tower.ctx, { brief: true, format: "md" });
    expect(logged.sessions).toMatchObject([{ agent: "claude-code", machine: "laptop" }]);
    expect(logged.markdown).toContain("claude-code on laptop");
    const { chosen } = await continueOperation.call(tower.ctx, { id: NATIVE });
    // The package in which it began does not exist in this clone, so the client starts at the nearest place that does.
    expect(chosen).toMatchObject({ mode: "record", directory: tower.place.project });
    const placed = await tower.ctx.store.findSession("claude-code", NATIVE);
    expect(placed?.cwd).toBe(join(tower.place.project, "packages", "b"));
    const here = readFileSync(placed?.transcriptPath ?? "", "utf8");
    expect(here).toBe(readFileSync(transcript, "utf8").replaceAll(laptop.place.project, tower.place.project));
  }));

test("a conversation that was put in place is as old as its session, so nobody seems to have gone on with it", () =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { file } = await exported(laptop, { plain: true });
    await imported(tower, file, {});
    const session = await tower.ctx.store.findSession("claude-code", NATIVE);
    const { mtimeMs } = statSync(session?.transcriptPath ?? "");
    expect(mtimeMs).toBe(Math.floor((session?.lastSeenAt ?? 0) / 1_000) * 1_000);
  }));

test("the next session on the other machine receives the record, which names the first one", () =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { file } = await exported(laptop, { plain: true });
    await imported(tower, file, {});
    const { context = "" } = await new AgentSession(tower.ctx, tower.place.clock).start();
    expect(context).toContain("Page size must stay 20.");
    expect(context).toMatch(/claude-code 6f1c2b1e.*on laptop/);
    expect(context).toContain("packages/b/");
    expect(context).not.toContain(laptop.place.project);
  }));

test("notes of the project travel too, and none of another project", () =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    await remember.call(laptop.ctx, { text: "The invoices of 2019 have no currency." });
    const { file } = await exported(laptop, { plain: true });
    expect(await imported(tower, file, {})).toMatchObject({ notes: 1 });
    const { memories } = await recall.call(tower.ctx, { query: "currency" });
    expect(memories).toMatchObject([{ text: "The invoices of 2019 have no currency." }]);
  }));

test("what was delivered to a session travels once, without its event and its secrets", () =>
  withTwoMachines(async (laptop, tower) => {
    const { session } = await work(laptop);
    const { id } = await session.row();
    const reply = JSON.stringify({ context: `Work was interrupted. The key is ${SECRET}.` });
    const delivery = { incarnation: 1, checkpointId: null, chars: 20, at: 5, handler: "deliverRecovery" };
    for (const [name, arrivedAt] of [
      ["arrived", 6],
      ["pending", null],
    ] as const)
      await laptop.ctx.store.putDelivery({
        ...delivery,
        id: `dlv_${name}`,
        sessionId: id,
        channel: "session_start",
        eventId: "evt_1",
        arrivedAt,
        reply,
      });
    const before = await laptop.ctx.store.listDeliveries(id);
    expect(before.map((each) => each.id)).toContain("dlv_pending");
    const { file } = await exported(laptop, { plain: true });
    for (const _ of [1, 2]) await imported(tower, file, {});
    const here = (await tower.ctx.store.listDeliveries(id)).filter((each) =>
      each.reply?.includes("interrupted"),
    );
    expect(here).toMatchObject([
      { ...delivery, id: "dlv_arrived", sessionId: id, arrivedAt: 6, eventId: null },
    ]);
    expect(JSON.stringify(here)).not.toContain(SECRET);
  }));

const SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

test("without a name, a bundle is written beside the repository, in which it would be untracked", () =>
  withTwoMachines(async (laptop) => {
    await work(laptop);
    const { project } = laptop.place;
    const { file } = await exported(laptop, { passphrase: PASSPHRASE, output: undefined });
    expect(dirname(file)).toBe(dirname(project));
    expect(file).toMatch(/\d{4}-\d\d-\d\d\.holdfast$/);
    expect(git(project, "status", "--short")).not.toContain(".holdfast");
  }));
