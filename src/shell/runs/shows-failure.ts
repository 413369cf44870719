import { parseCommands } from "../parse-commands.ts";

/** What test runners, linters and compilers print when something is wrong. */
const CHECK_FAILED =
  /\b[1-9]\d* (?:(?!passed|skipped|fixed|warning)\w+ )?(?:failed|failing|failures?|fail|errors?|problems?|offenses?|broken|errored)\b(?! ?\((?:0 errors|\d+ fixed, 0 remaining))|\b(?:fail(?:ed|ures?|ing)?|errors?|broken)\b ?[:=] ?[1-9]\d*|# fail [1-9]|^not ok \d|^Diff in \S+|\bFAIL(?:ED|URES?)?\b(?!:? *0\b)|\bBUILD FAIL|\bfailed to compile|^\s*[×✗✘✖] |AssertionError|panicked at|Segmentation fault|core dumped|\bFound [1-9]\d* (?:errors?|issues?)|(?:: |^)(?:fatal )?error(?:\[\w+\]| [A-Z]+\d+)?:|\berror TS\d+|^\s+\d+:\d+\s+error\s|^[\w./@-]+\.(?:go|py|rb):\d+:\d+:? (?!(?:warning|note|info)\b)/im;
const FAILED =
  /^(?:error|fatal|ERROR|FATAL|E):? |^(?:error|fatal|Error|ERROR)\b.*:|\bnpm (?:error|ERR!)|^Traceback |\b(?:Runtime|Parse|Syntax) error\b|^\w*(?:Error|Exception): |\bcommand not found\b|: not found$|No such file or directory|Permission denied|^make(?:\[\d+\])?: \*\*\*|^curl: \(\d+\)|\[rejected\]|\bexit(?:ed with)? (?:code|status)?[=: ]*[1-9]\d*\b|\b(?:rc|exit|status|code|EXIT|EXIT_CODE)[=:] ?[1-9]\d*$|ERR_PNPM|^\S+: (?:error|fatal):|[Cc]onnection (?:\S+ ){0,8}?(?:was )?refused|Unable to connect to the server|\bi\/o timeout\b|\bx509: |\bECONNREFUSED\b|\bEACCES\b|^HTTP\/\S+ 5\d\d|Could not resolve|Error response from daemon|failed to solve|UnauthorizedOperation|^Exception in thread|^(?:\w+\.)+\w*(?:Error|Exception): |\(\w+Error\)$|^Automatic merge failed|^rsync error:|\b(?:failed|unreachable)=[1-9]|^psql:.*\bERROR:|AccessDenied|An error occurred/m;
const ZERO =
  /\b(?:0|no) (?:\w+ )?(?:failed|failing|failures?|fail|errors?|problems?|offenses?|issues?)\b|\bfail(?:ed|ures?|ing)?: *0\b|\berrors?: *0\b|\(\d+ fixed, 0 remaining\)|Found \d+ errors? \(\d+ fixed, 0 remaining\)|(?:[×✗✘✖] )?\b\d+ problems? \(0 errors[^)]*\)/gi;

/** Whether the output of a check says that it did not pass. */
export function showsFailedCheck(output: string): boolean {
  const text = truncate(output).replaceAll(ZERO, "");
  return CHECK_FAILED.test(text) || FAILED.test(text);
}

/** Whether the output of any other program says that it failed. Only words that are unusual in results count. */
export function showsFailure(output: string): boolean {
  return FAILED.test(truncate(output));
}

const RAN_NOTHING =
  /\bno tests? (?:files? )?(?:found|ran|were run|to run|collected|match\w*|executed|specified)\b|\bno test (?:suite|files?) found|\bcollected 0 items\b|^Ran 0 tests|\bTests run: 0\b(?![\s\S]*Tests run: [1-9])|\b0 (?:tests?|specs?|examples?) (?:ran|run|collected|executed)\b|^0 examples, 0 failures|\bno files (?:to check|matching|matched|were checked)\b|\btesting: warning: no tests to run\b|No tests executed|\[no tests to run\]/im;

/** At least one of several packages ran tests. */
const RAN_SOME = /^--- PASS: |^ok\s+\S+\s+(?:\(cached\)|[\d.]+m?s)$/m;

/** Whether a check says that there was nothing to check. */
export function showsNothingRan(output: string): boolean {
  const text = truncate(output);
  return RAN_NOTHING.test(text) && !RAN_SOME.test(text);
}

function truncate(output: string): string {
  return output.length <= 4_000 ? output : `${output.slice(0, 2_000)}\n${output.slice(-2_000)}`;
}

const NO_PROGRAM = /^(?:Error: )?Exit code:? 12[67]\b/i;
const NO_FILE = /\bNo such file or directory\b/;
/** Programs that write only if they could read. */
const NEEDS_FILES = /^(?:sed|perl|cp|mv|rm|rename|dos2unix|truncate|patch|install)$/;

/** Programs that write their file at the end or not at all. */
const WRITES_AT_END =
  /^(?:aws|gsutil|scp|docker|podman|perf|terraform|tofu|curl|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|rustc|swiftc|ghc|go|esbuild|tsc|pandoc|convert|magick|dot|ffmpeg|latexmk|sass|protoc)$/;

/** Whether a line of one command wrote nothing: the program or its input did not exist, or there was no result. */
export function ranNothing({ command, output }: { command: string; output: string }): boolean {
  const [only, ...others] = parseCommands(command).filter(({ words }) => !PRINTS.test(words[0] ?? ""));
  if (only === undefined || others.length > 0 || only.writes.length > 0) return false;
  if (NO_PROGRAM.test(output)) return true;
  const [program = ""] = only.words;
  if (NOTHING_TO_COPY.test(output)) return NEEDS_FILES.test(program);
  if (!/^(?:Error: )?Exit code/i.test(output)) return false;
  return WRITES_AT_END.test(program) || (NO_FILE.test(output) && NEEDS_FILES.test(program));
}

/** `cp a b; echo copied` is one command that does something. */
const PRINTS = /^(?:echo|printf|true|cd|pwd)$/;
const NOTHING_TO_COPY = /^(?:cp|mv|install): cannot stat /m;
