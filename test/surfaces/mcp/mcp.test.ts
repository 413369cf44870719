import { expect, test } from "vitest";
import { remember } from "../../../src/memory/operations/remember.ts";
import { loadOperations } from "../../../src/operations.ts";
import { save } from "../../../src/place/operations/save.ts";
import { connectMcpClient } from "../../support/connect-mcp-client.ts";
import { withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();

test("SEC-S82: agents get the checkpoint tools, read-only ones marked, and errors as text", () =>
  withPlace(async ({ open }) => {
    const client = await connectMcpClient(operations, await open());
    const { tools } = await client.listTools();
    const readOnly = Object.fromEntries(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
    );
    expect(readOnly).toEqual({
      checkpoint_save: false,
      checkpoint_list: true,
      checkpoint_inspect: true,
      checkpoint_resume: false,
      files_changes: true,
      files_restore: false,
      checkpoint_delete: false,
      session_log: true,
      session_continue: false,
      debrief: false,
      session_digest: false,
      remember: false,
      recall: false,
      forget: false,
    });
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint);
    expect(destructive.map(({ name }) => name).toSorted()).toEqual([
      "checkpoint_delete",
      "files_restore",
      "forget",
    ]);
    const call = async (name: string, input: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: input });
      return { text: (content as { text: string }[])[0]?.text ?? "", isError };
    };
    const decisions = [{ decision: "Use PostgreSQL", rationale: "teams" }];
    const { id } = JSON.parse((await call("checkpoint_save", { name: "phase-1", decisions })).text);
    expect(JSON.parse((await call("checkpoint_resume", { id })).text).decisions).toMatchObject(decisions);
    expect(JSON.parse((await call("checkpoint_delete", { id })).text)).toMatchObject({ deleted: [id] });
    expect(JSON.parse((await call("checkpoint_delete", { id, undo: true })).text)).toMatchObject({
      undone: [id],
    });
    const described = tools.find(({ name }) => name === "checkpoint_resume");
    expect(described?.description).toMatch(
      /^Show what is needed .*\. Call it when the user wants to continue/,
    );
    expect(described?.outputSchema?.required).toContain("drift");
    const failed = await call("checkpoint_inspect", { id: "chk_zzzzzz" });
    expect(failed.isError).toBe(true);
    expect(failed.text).toContain("There is no checkpoint");
    await client.close();
  }));

test("each tool's answer is data that fits the schema it names, and the same as text", () =>
  withPlace(async ({ open }) => {
    const ctx = await open({}, { env: { PATH: process.env["PATH"] } });
    const client = await connectMcpClient(operations, ctx);
    // The client knows the schemas from here on, and refuses what does not fit.
    const { tools } = await client.listTools();
    const state = { todos: [{ content: "a", status: "pending" }], big: 12345678901234567890n };
    const { id } = await save.call(ctx, { name: "one", workflow: "w", step: "s", state });
    const note = await remember.call(ctx, { text: "Use plain words." });
    const inputs: Record<string, object> = {
      checkpoint_inspect: { id },
      checkpoint_resume: { id },
      files_restore: { target: id },
      checkpoint_delete: { id, dryRun: true },
      session_digest: { state: "half done" },
      remember: { text: "Twice." },
      forget: { id: note.id },
    };
    for (const { name } of tools) {
      const { content, structuredContent, isError } = await client.callTool({
        name,
        arguments: { ...inputs[name] },
      });
      expect(isError, `${name}: ${JSON.stringify(content)}`).toBeFalsy();
      const text = (content as { text: string }[])[0]?.text ?? "";
      const plain = text.replace("12345678901234567890", '"12345678901234567890"');
      expect(JSON.parse(plain)).toEqual(structuredContent);
    }
    await client.close();
  }));

test("a list of fifteen checkpoints for a model is at most 2 KB, with enough to inspect one", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const client = await connectMcpClient(operations, ctx);
    await client.listTools();
    const digest = "A summary of what was done, ".repeat(20);
    for (let i = 0; i < 15; i++) await save.call(ctx, { digest, trigger: "before_risk", workflow: "w" });
    const result = await client.callTool({ name: "checkpoint_list", arguments: {} });
    const [{ text } = { text: "" }] = result.content as { text: string }[];
    expect(JSON.parse(text)).toEqual(result.structuredContent);
    expect(text).not.toContain("stateRoot");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_048);
    const { checkpoints } = JSON.parse(text) as { checkpoints: { id: string; title: string }[] };
    expect(checkpoints).toHaveLength(15);
    expect(checkpoints[0]?.title).toMatch(/^A summary of what was done/);
    const found = await client.callTool({
      name: "checkpoint_inspect",
      arguments: { id: checkpoints[14]?.id ?? "" },
    });
    expect(found.isError).not.toBe(true);
    await client.close();
  }));

test("an unknown field is refused with the list of known ones, and nothing is saved", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const client = await connectMcpClient(operations, ctx);
    const { tools } = await client.listTools();
    for (const { inputSchema } of tools) expect(inputSchema).toMatchObject({ additionalProperties: false });
    const call = { name: "session_digest", arguments: { state: "half done", next: ["test it"] } };
    const { isError, content } = await client.callTool(call);
    expect(isError).toBe(true);
    expect((content as { text: string }[])[0]?.text).toContain(
      'Unknown field "next". Known fields: decisions, state, blockers, nextSteps.',
    );
    expect(await ctx.store.listCheckpoints({ limit: 1 })).toEqual([]);
    await client.close();
  }));
