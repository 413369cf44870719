import type { ShellCommand } from "../shell-command.ts";

/** Programs that answer "nothing found", "different" or "no" with these codes. */
const ANSWERS: Record<string, readonly number[]> = {
  grep: [1, 123],
  egrep: [1, 123],
  fgrep: [1, 123],
  zgrep: [1, 123],
  zegrep: [1, 123],
  bzgrep: [1],
  xzgrep: [1],
  zstdgrep: [1],
  rg: [1, 123],
  ag: [1, 123],
  ack: [1, 123],
  pcregrep: [1],
  diff: [1],
  cmp: [1, 123],
  zdiff: [1],
  zcmp: [1],
  colordiff: [1],
  sdiff: [1],
  diff3: [1],
  vimdiff: [1],
  delta: [1],
  icdiff: [1],
  test: [1],
  "[": [1],
  "[[": [1],
  expr: [1],
  let: [1],
  false: [1],
  which: [1, 2, 3, 4],
  type: [1],
  hash: [1],
  command: [1, 127],
  whereis: [1],
  pgrep: [1],
  pkill: [1],
  pidof: [1],
  lsof: [1],
  fuser: [1],
  killall: [1],
  kill: [1],
  getent: [2],
  nc: [1],
  read: [1],
};
const ANSWERING_SUBCOMMANDS: readonly [RegExp, readonly number[]][] = [
  [
    /^git (?:-\S+ )*(?:grep|diff\b.*--(?:quiet|exit-code|no-index)|merge-base .*--is-ancestor|check-ignore|show-ref|config (?:--\S+ )*(?:--get|[\w.]+$)|ls-files .*--error-unmatch|rev-parse .*(?:-q|--quiet)|diff-index|diff-files)/,
    [1],
  ],
  [/^git (?:-\S+ \S+ )*diff\b/, [1]],
  [/^git (?:-\S+ )*ls-remote .*--exit-code/, [2]],
  [/^systemctl (?:--\S+ )*(?:is-active|is-enabled|is-failed|status)/, [1, 3, 4]],
  [/^jq .*(?:-e|--exit-status)\b/, [1, 4]],
  [/^(?:npm|pnpm|yarn) (?:ls|list|outdated)\b/, [1]],
  [/^(?:pip[\d.]*|uv pip) show\b/, [1]],
  [/^(?:dpkg|dpkg-query|rpm|brew|apk) (?:-\w+|list|info)\b/, [1]],
  [/^terraform .*-detailed-exitcode/, [2]],
  [/^kubectl (?:.* )?diff\b/, [1]],
  [/^helm (?:.* )?diff .*--detailed-exitcode/, [2]],
  [/^docker (?:image |container |network |volume )?inspect\b/, [1]],
  [/^tmux has-session/, [1]],
  [/^(?:ssh-add|crontab) -l/, [1]],
  [/^ss |^(?:pg_isready|mountpoint)\b/, [1, 2]],
  [/^(?:id|groups) \w/, [1]],
  [/^cargo (?:.* )?(?:--list)$/, [1]],
];
/** What says that a search or comparison could not be done. */
const TROUBLE =
  /^(?:\S*\/)?(?:[a-z]*grep|rg|ag|ack|z?diff|cmp|git|expr|pgrep|fatal|error|\[|test|sh|bash|line \d+|-?bash: line \d+)\S*:.*(?:Permission denied|No such file|Is a directory|Invalid|invalid|unclosed|unmatched|Unmatched|not a git|expected|error|Not a directory|trouble|bad|unrecognized|unknown|too many arguments|integer)/m;

/** Whether a program that ended with `code` only answered: nothing found, files differ, a condition is false. */
export function isAnswer({ words, isAsked, writes }: ShellCommand, code: number, output: string): boolean {
  const [program = "", ...args] = words;
  const line = [program.replace(/^.*\//, ""), ...args].join(" ");
  if (isAsked && code === 1) return true;
  if (isQuietLook({ words, writes }) || isMadeAlready(words, output)) return true;
  return answersOf(program, line).includes(code) && !TROUBLE.test(withoutDiff(output));
}

function answersOf(program: string, line: string): readonly number[] {
  const codes = Object.hasOwn(ANSWERS, program) ? (ANSWERS[program] ?? []) : [];
  return [...codes, ...(ANSWERING_SUBCOMMANDS.find(([pattern]) => pattern.test(line))?.[1] ?? [])];
}

/** A directory that is there is what was asked for. */
export function isMadeAlready(words: readonly string[], output: string): boolean {
  return (
    words[0] === "mkdir" && /: File exists$/m.test(output) && !/^mkdir: (?!.*: File exists$)/m.test(output)
  );
}

/** `cat .npmrc 2>/dev/null`: whether it is there is part of the question. */
export function isQuietLook({ words, writes }: Pick<ShellCommand, "words" | "writes">): boolean {
  return (
    writes.includes("/dev/null") && /^(?:cat|ls|head|tail|stat|file|readlink|realpath)$/.test(words[0] ?? "")
  );
}

/** Lines of a diff and matches of a search are somebody's text, and no message. */
function withoutDiff(output: string): string {
  return output.replaceAll(/^[<>+\- @].*$/gm, "").slice(0, 4_000);
}
