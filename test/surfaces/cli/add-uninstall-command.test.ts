import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { save } from "../../../src/place/operations/save.ts";
import { addUninstallCommand } from "../../../src/surfaces/cli/add-uninstall-command.ts";
import type { Prompts } from "../../../src/surfaces/cli/ask/prompts.ts";
import { runCommand } from "../../support/run-cli.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

/** Purges with a person at the terminal, who gives this answer. */
async function purge(place: TestPlace, answer: boolean | undefined) {
  const asked: string[] = [];
  const never = async () => undefined;
  const confirm = async (question: string) => {
    asked.push(question);
    return answer;
  };
  const prompts = async (): Promise<Prompts> => ({ confirm, chooseOne: never, chooseSeveral: never });
  const stopped: string[] = [];
  const printed: string[] = [];
  const done = await runCommand(place, ["uninstall", "--purge"], {
    prompts,
    extra: (program, given) =>
      addUninstallCommand(program, {
        open: () => place.open(),
        stopDaemon: async () => stopped.push("stopped"),
        openArchive: () => Promise.reject(new Error("nothing is archived")),
        prompts: given,
        write: (text) => printed.push(text),
      }),
  });
  return { ...done, out: printed.join(""), asked, stopped };
}

test.each([false, undefined])(
  "issue 30: a purge that the person does not confirm changes nothing: %s",
  (answer) =>
    withPlace(async (place) => {
      const ctx = await place.open();
      await save.call(ctx, { name: "release", trigger: "explicit" });
      const { asked, stopped, code, out } = await purge(place, answer);
      expect(out).toContain("1 checkpoint of 0 sessions, among them the named release");
      expect(out).toContain("Nothing was changed.");
      expect(asked).toEqual(["Delete all of this?"]);
      expect(stopped).toEqual([]);
      expect(code).toBe(0);
      expect(existsSync(ctx.paths.database)).toBe(true);
    }),
);

test("issue 30: a purge that the person confirms deletes what was recorded", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await save.call(ctx, { name: "release", trigger: "explicit" });
    const { stopped } = await purge(place, true);
    expect(stopped).toEqual(["stopped"]);
    expect(existsSync(ctx.paths.database)).toBe(false);
  }));
