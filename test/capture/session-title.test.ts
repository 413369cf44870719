import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { log } from "../../src/log/operations/log.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const NATIVE = "e393b7f6-f974-4d77-97e9-36aeab442daa";
const TOKEN = "ghp_9vX2mQ7Lk4Rt8Yw1Zp3Nc6Bd5Hf0Js2Ua4Ge";

/** What Claude Code 2.1.329 wrote after `/rename Invoice pages`, and what it writes for a title of its own. */
const renamed = (customTitle: string) => ({ type: "custom-title", customTitle, sessionId: NATIVE });
const generated = (aiTitle: string) => ({ type: "ai-title", aiTitle, sessionId: NATIVE });

interface Bench {
  ctx: OpenContext;
  session: AgentSession;
  write(line: object): void;
  title(): Promise<string | undefined>;
}

/** A session of Claude Code whose first request is about pagination. */
async function withSession(work: (bench: Bench) => Promise<void>): Promise<void> {
  await withPlace(async (place) => {
    const ctx = await place.open();
    const transcriptPath = join(place.root, "home/.claude/projects/-project", `${NATIVE}.jsonl`);
    mkdirSync(dirname(transcriptPath), { recursive: true });
    const write = (line: object) => appendFileSync(transcriptPath, `${JSON.stringify(line)}\n`);
    write(generated("Paginating invoices"));
    const session = new AgentSession(ctx, place.clock, { nativeSession: NATIVE, transcriptPath });
    await session.start();
    await session.prompt("Add pagination to the list of invoices.");
    await session.stop("Done.");
    await work({ ctx, session, write, title: async () => (await log.call(ctx, {})).sessions[0]?.title });
  });
}

test("a session has the name that its user gave it in the client, not the client's own", () =>
  withSession(async ({ ctx, session, write, title }) => {
    expect(await title()).toBe("Add pagination to the list of invoices.");
    write(renamed("Invoice pages"));
    await session.stop("Done.");
    expect(await title()).toBe("Invoice pages");
    expect((await continueOperation.call(ctx, {})).choices).toMatchObject([{ title: "Invoice pages" }]);
    expect((await log.call(ctx, { search: "invoice pages" })).sessions).toHaveLength(1);
    write(renamed("Pages"));
    write(generated("Sorting invoices"));
    await session.prompt("And sort them by date.");
    await session.end();
    expect(await title()).toBe("Pages");
    expect((await log.call(ctx, {})).sessions[0]?.goal).toBe("Add pagination to the list of invoices.");
  }));

test("a name is redacted and on one line, and an empty one is none", () =>
  withSession(async ({ session, write, title }) => {
    write(renamed("  "));
    await session.stop("Done.");
    expect(await title()).toBe("Add pagination to the list of invoices.");
    write(renamed(`Use ${TOKEN}\nfor the import`));
    await session.stop("Done.");
    expect(await title()).toMatch(/^Use \S+ for the import$/);
    expect(JSON.stringify(await session.row())).not.toContain(TOKEN);
  }));
