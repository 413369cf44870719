import { expect, test } from "vitest";
import { renderRewound } from "../../../../src/surfaces/cli/render/rewind.ts";
import { renderArchive } from "../../../../src/surfaces/cli/render/storage.ts";

const warnings = ["bundle 7 is damaged"];

test("a warning is not part of what a command prints: it goes to standard error", () => {
  const restored = { action: "restore" as const, where: "/archive", bundles: [], restored: [], warnings };
  expect(renderArchive(restored).join("\n")).not.toContain("damaged");
  const fork = { goal: "a", mark: "m", facts: [], warnings, directory: "/a", command: ["x"] };
  const rewound = { ...fork, spanTokens: null, reportTokens: 1 } as unknown as Parameters<
    typeof renderRewound
  >[0];
  expect(renderRewound(rewound).join("\n")).not.toContain("damaged");
});
