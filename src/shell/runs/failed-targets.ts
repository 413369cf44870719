/** What a runner names as failed: test files, tests or targets; none where its output was cut, since others may be missing. */
export function failedTargets(output: string): string[] {
  if (output.includes("…")) return [];
  const named = [...output.matchAll(NAMED)].map(
    ({ groups }) => Object.values(groups ?? {}).find((name) => name !== undefined) ?? "",
  );
  return [...new Set(named)];
}

/** Files, tests of Rust, targets of Bazel, tests of Meson. */
const NAMED =
  /^(?:test (?<rust>[\w:]+) \.\.\. FAILED$|(?<bazel>\/\/[\w./-]*:[\w.-]+)\s+(?:FAILED|TIMEOUT|FAILED TO BUILD)\b|\s*\d+\/\d+ (?<meson>[\w./-]+)\s+(?:FAIL|TIMEOUT)\b)|^\s*(?:FAILED|FAIL|ERROR|❯|×|✗|✖|rspec)\s+(?:\[[^\]]*\]\s*)?(?:\|[^|]*\|\s*)?(?<path>[\w@+./-]+\.\w+(?:::[\w:]+)?)/gm;
