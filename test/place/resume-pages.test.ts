import { describe, expect, test } from "vitest";
import { resume } from "../../src/place/operations/resume.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { renderResume } from "../../src/surfaces/cli/render/resume.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const PLAIN = { style: styleFor(false), now: 0, columns: Number.POSITIVE_INFINITY };
const DEAD = { pid: 4_194_305 };

describe("the record of a session", () => {
  test("is divided into pages: each sentence of a long session is on exactly one of them", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock, DEAD);
      const said = Array.from(
        { length: 110 },
        (_, i) =>
          `Station ${i} must never report more than ${i * 3 + 5} values to the archive, because the old receiver there cannot take them, and printer ${i} stops for the rest of the night whenever it tries.`,
      );
      for (let i = 0; i < said.length; i += 10) await session.prompt(said.slice(i, i + 10).join("\n"));
      const first = await resume.call(ctx, {});
      expect(first).toMatchObject({ page: 1, pages: 2, warnings: [] });
      expect(renderResume(first, PLAIN).join("\n")).toContain("Page 1 of 2. For the next one, add --page 2");
      const second = await resume.call(ctx, { page: 2 });
      expect(renderResume(second, PLAIN).join("\n")).not.toContain("--page");
      const text = [first, second]
        .flatMap(({ sections }) => sections.flatMap(({ items }) => items))
        .join("\n");
      for (let i = 0; i < said.length; i++) expect(text.split(`Station ${i} must`)).toHaveLength(2);
      const beyond = await resume.call(ctx, { page: 3 });
      expect(beyond.sections).toEqual([]);
      expect(beyond.warnings).toEqual(["There is no page 3: the record has 2 pages."]);
    }));
});
