import type { ShellCommand } from "../shell-command.ts";

/** Programs that answer "nothing found", "different" or "no" with these codes. */
const ANSWERS: Record<string, readonly number[]> = {
  ...byCodes(
    [1],
    "bzgrep xzgrep zstdgrep pcregrep diff zdiff zcmp colordiff sdiff diff3 vimdiff delta icdiff",
  ),
  ...byCodes(
    [1],
    "test [ [[ expr let false type hash whereis pgrep pkill pidof lsof fuser killall kill nc read",
  ),
  ...byCodes([1], "host nslookup ping ping6"),
  ...byCodes([1, 123], "grep egrep fgrep zgrep zegrep rg ag ack cmp"),
  which: [1, 2, 3, 4],
  command: [1, 127],
  getent: [2],
};

function byCodes(codes: readonly number[], programs: string): Record<string, readonly number[]> {
  return Object.fromEntries(programs.split(" ").map((program) => [program, codes]));
}

/** The same for commands that answer only with certain subcommands or flags. */
const ANSWERING_LINES: readonly [RegExp, readonly number[]][] = [
  [
    /^git (?:-\S+ )*(?:grep|diff\b.*--(?:quiet|exit-code|no-index)|merge-base .*--is-ancestor|check-ignore|show-ref|config (?:--\S+ )*(?:--get|[\w.]+$)|ls-files .*--error-unmatch|rev-parse .*(?:-q|--quiet)|diff-index|diff-files)/,
    [1],
  ],
  [/^git (?:-\S+ \S+ )*diff\b/, [1]],
  [/^git (?:-\S+ )*ls-remote .*--exit-code/, [2]],
  [/^gh pr checks\b/, [1, 8]],
  [/^systemctl (?:--\S+ )*(?:is-active|is-enabled|is-failed|status)/, [1, 3, 4]],
  [/^(?:service \S+|pg_ctl|supervisorctl|rc-service \S+) (?:.* )?status\b/, [1, 3, 4]],
  [/^launchctl (?:list|print)\b/, [113]],
  [/^[jy]q .*(?:-e|--exit-status)\b/, [1, 4]],
  [/^(?:npm|pnpm|yarn) (?:ls|list|outdated)\b/, [1]],
  [/^(?:bundle|composer|cargo|poetry|mix) outdated\b/, [1]],
  [/^(?:pip[\d.]*|uv pip) show\b/, [1]],
  [/^(?:dpkg|dpkg-query|rpm|brew|apk|gem|snap|flatpak) (?:-\w+|list|info)\b/, [1]],
  [/^apt-cache \w/, [100]],
  [/^terraform .*-detailed-exitcode/, [2]],
  [/^kubectl (?:.* )?(?:diff|auth can-i)\b/, [1]],
  [/^helm (?:.* )?diff .*--detailed-exitcode/, [2]],
  [/^docker (?:image |container |network |volume )?inspect\b/, [1]],
  [/^tmux (?:has-session|ls|list-sessions)|^screen -(?:ls|list)/, [1]],
  [/^(?:ssh-add|crontab) -l|^ssh-keygen .*-F /, [1]],
  [/^ss |^(?:pg_isready|mountpoint)\b/, [1, 2]],
  [/^(?:id|groups) \w/, [1]],
  [/^cargo (?:.* )?(?:--list)$/, [1]],
  [/^(?:g|m)?awk .*\bexit\b|^sort (?:-\S+ )*-\w*[cC]|^openssl x509 .*-checkend/, [1]],
  [/^aws s3 ls\b/, [1]],
];
/** A query about one thing, with any tool; `git` has its own subcommands for it. */
const QUERY =
  /^(?!git )\S+ (?:\S+ ){0,4}?(?:get|describe|show|view|inspect|stat|status|info|list|ls|exists|(?:head|get|describe|list)-[\w-]+)\b|^git (?:-\S+ )*(?:rev-parse|cat-file|symbolic-ref|describe|remote get-url|stash (?:show|list)|rev-list|ls-tree|show|ls-remote)\b/;
/** Messages that say something does not exist, which is the answer. */
const NOT_THERE =
  /\b(?:not|could not be|couldn't be) (?:found|logged in)|\bno (?:such (?:remote|keg|image|container|network|volume|object|ref|tag|branch)|matches|matching|pull requests?|stash entries|tag exactly|names found|server running)|\bNo (?:such (?:remote|keg|image|container|network|volume|object)|stash entries|names found|URLs matched|matching)|\bdoes not exist\b|\bdoesn't exist\b|NotFound|NOT_FOUND|Cannot find\b|\(404\)|\bE404\b|Needed a single revision|is not a symbolic ref|not logged into/;
// The value of an option begins with no dash: else a long line of dashes is read in more ways than anyone waits for.
const COMMIT = /^git (?:-\S+ (?:[^-\s]\S* )?)*commit\b/;
const NOTHING_TO_COMMIT = /\bnothing (?:added )?to commit\b/;
/** Messages that a search or a comparison failed. */
const TROUBLE =
  /^(?:\S*\/)?(?:[a-z]*grep|rg|ag|ack|z?diff|cmp|git|expr|pgrep|fatal|error|\[|test|sh|bash|line \d+|-?bash: line \d+)\S*:.*(?:Permission denied|No such file|Is a directory|Invalid|invalid|unclosed|unmatched|Unmatched|not a git|expected|error|Not a directory|trouble|bad|unrecognized|unknown|too many arguments|integer)/m;

/** Whether a program that ended with `code` only answered: nothing found, files differ, a condition is false. */
export function isAnswer(
  { words, isCondition, writes }: ShellCommand,
  code: number,
  output: string,
): boolean {
  const [path = "", ...args] = words;
  const program = path.replace(/^.*\/(?=.)/, "");
  const line = [program, ...args].join(" ");
  if (isCondition && code === 1) return true;
  if (isExistenceCheck({ words, writes }) || isAlreadyCreated(words, output)) return true;
  if (saysNothingThere(line, output.slice(0, 4_000))) return true;
  return answersOf(program, line).includes(code) && !TROUBLE.test(withoutDiff(output));
}

function saysNothingThere(line: string, output: string): boolean {
  return (
    (QUERY.test(line) && NOT_THERE.test(output)) || (COMMIT.test(line) && NOTHING_TO_COMMIT.test(output))
  );
}

function answersOf(program: string, line: string): readonly number[] {
  const codes = Object.hasOwn(ANSWERS, program) ? (ANSWERS[program] ?? []) : [];
  return [...codes, ...(ANSWERING_LINES.find(([pattern]) => pattern.test(line))?.[1] ?? [])];
}

/** `mkdir` of a directory that exists: the result is what was requested. */
export function isAlreadyCreated(words: readonly string[], output: string): boolean {
  return (
    words[0] === "mkdir" && /: File exists$/m.test(output) && !/^mkdir: (?!.*: File exists$)/m.test(output)
  );
}

/** `cat .npmrc 2>/dev/null`: the command also asks whether the file exists. */
export function isExistenceCheck({ words, writes }: Pick<ShellCommand, "words" | "writes">): boolean {
  return (
    writes.includes("/dev/null") && /^(?:cat|ls|head|tail|stat|file|readlink|realpath)$/.test(words[0] ?? "")
  );
}

/** Removes lines of a diff and matches of a search, which are file contents, not messages. */
function withoutDiff(output: string): string {
  return output.replaceAll(/^[<>+\- @].*$/gm, "").slice(0, 4_000);
}
