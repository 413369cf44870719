import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { connect } from "../../../src/setup/operations/connect.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { runCommand } from "../../support/run-cli.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

const cli = async (place: TestPlace, columns: number, ...words: string[]) =>
  (await runCommand(place, words, { columns: () => columns })).out;
const PIPED = Number.POSITIVE_INFINITY;
const DEAD = { pid: 4_194_305 };
const TASK = "Round all amounts in the cart to whole cents, and keep every test of the package green.";

describe("the first day", () => {
  test("before an agent is connected, that is the first advice", () =>
    withPlace(async (place) => {
      expect(await cli(place, PIPED)).not.toContain("holdfast continue");
      await cli(place, PIPED, "save", "--name", "mine");
      expect(await cli(place, PIPED)).toMatch(/\nNext\nholdfast connect .*\nholdfast resume chk_/);
      mkdirSync(join(place.root, "home/.claude"));
      await connect.call(await place.open(), { agents: ["claude-code"] });
      const out = await cli(place, PIPED);
      expect(out).toMatch(/\nNext\nholdfast resume chk_/);
      expect(out).toContain("holdfast connect");
    }));

  test("a session that has no checkpoint yet is shown", () =>
    withPlace(async (place) => {
      const session = new AgentSession(await place.open(), place.clock, {
        ...DEAD,
        nativeSession: "2dc79b80-3f1e",
      });
      await session.start();
      await session.prompt(TASK);
      for (const out of [await cli(place, PIPED), await cli(place, PIPED, "list")]) {
        expect(out).toContain(
          `Sessions without a checkpoint yet\n2dc79b80  ${TASK}  claude-code  just now\n`,
        );
        expect(out).not.toContain("No checkpoints");
      }
      await session.compact();
      expect(await cli(place, PIPED, "list")).not.toContain("Sessions without");
    }));

  test("a search finds what a killed session was asked after its last checkpoint, and each session once", () =>
    withPlace(async (place) => {
      const session = new AgentSession(await place.open(), place.clock, {
        ...DEAD,
        nativeSession: "2dc79b80-3f1e",
      });
      await session.start();
      await session.prompt(TASK);
      await session.compact();
      await session.prompt("Then write the invoice footer.");
      const found = await cli(place, PIPED, "list", "--search", "INVOICE foot");
      expect(found).toMatch(/^Sessions that match\n2dc79b80 {2}Then write the invoice footer\. +claude-code/);
      expect(await cli(place, PIPED, "list", "--search", "whole cents")).toMatch(/^ID .*\nchk_.*\n\nResume/);
      expect(await cli(place, PIPED, "list", "--search", "tax")).toBe(
        'No checkpoint of this project matches "tax".\n',
      );
    }));

  test("a list has no empty columns, and no agent in the column of workflows", () =>
    withPlace(async (place) => {
      const session = new AgentSession(await place.open(), place.clock, DEAD);
      await session.start();
      await session.prompt(TASK);
      await session.compact();
      const [head, row = ""] = (await cli(place, PIPED, "list")).split("\n");
      expect(head).toMatch(/^ID +TITLE +TRIGGER +AGE$/);
      expect(row).toContain(TASK.slice(0, 79));
      const narrow = (await cli(place, 80, "list")).split("\n")[1] ?? "";
      expect(narrow).toHaveLength(80);
      expect(narrow).toMatch(
        /^chk_\w{8} {2}Round all amounts in the cart to whole ce.*… {2}pre_compact {2}just now$/,
      );
    }));

  test("a step without a name, as of a LangGraph thread, is shown by its number", () =>
    withPlace(async (place) => {
      await cli(place, PIPED, "save", "--workflow", "thread-1", "--step-number", "3");
      expect(await cli(place, PIPED, "list")).toMatch(
        /^ID +WORKFLOW +STEP +TRIGGER +AGE\nchk_\w+ +thread-1 +step 3 +/,
      );
    }));
});
