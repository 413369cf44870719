/** Flags that select a part of the tests. */
const FILTER =
  /^(?:-k|-m|-t|-g|--grep|--fgrep|--filter|--tests?|--testNamePattern|--test-name-pattern|-run|--bench|--bin|--example|--gtest_filter|--only|--tags?|--example-matches|-e|--example|--group|--lf|--last-failed|--ff|--sw|--onlyFailures|--only-failures|--changed|-o|--onlyChanged|--related|--shard|--lib|--doc|--testPathPattern|--testPathPatterns|--select|--ignore|--deselect|--exclude|--skip|-R|-L)$/;
/** Filters without a value. */
const VALUELESS =
  /^(?:--lf|--last-failed|--ff|--sw|--onlyFailures|--only-failures|--changed|--onlyChanged|--lib|--doc)$/;
const FILTER_SET =
  /^(?:--?(?:grep|fgrep|filter|tests?|testNamePattern|test-name-pattern|run|gtest_filter|tags?|shard|testPathPatterns?|select|ignore|deselect|exclude|skip|group|example|[ktgmR])=|-D(?:test|it\.test)=)/;
const RECURSIVE = /^(?:-r|--recursive|-ws|--workspaces|--all|--workspace|-A)$/;
/** Flags whose value says nothing about what is run. */
const VALUE =
  /^(?:-c|--config|-j|--jobs|-n|--numprocesses|--reporter|--reporters|--tb|--cov|--timeout|--maxWorkers|--max-warnings|--format|-f|--ext|--features|-F|--target|--profile|--color|--seed|-W|--message|-d|--output|--outDir|--outfile|--outputFile|-u|--maxfail|--durations|-I|-l|--log-level|--testTimeout|-count|-timeout|-cover|-coverprofile|-coverpkg|-parallel|-tags|-ldflags|-o|--cache-dir|--rootdir|--configuration|-v:|--verbosity|--logger|--retries|--workers|-G|-B|-S|--tag|--env|--build-arg|--platform|--name|-D|--context|--namespace|--region|--project-name)$/;
const DRY =
  /^(?:--version|-version|--help|-help|--dry-run(?:=.*)?|--collect-only|--co|--list|--listTests|--list-tests|-list|--no-run|--print-config|--showConfig|--show-config|--just-print|--recon|--setup-plan|--fixtures|--markers|--what-if|--noop|--dryrun|--list-files|--listFilesOnly|--show-settings|--show-files|--print|--question|--tasks|--dry|-n_dry|--init)$/;

export interface Arguments {
  operands: string[];
  filters: string[];
  packages: string[];
  directories: string[];
  isRecursive: boolean;
  isDryRun: boolean;
}

/** The flags that a tool uses differently from most. */
export interface FlagUse {
  packages?: RegExp;
  directories?: RegExp;
  filters?: RegExp;
  values?: RegExp;
  dry?: RegExp;
  /** Flags without a value that take one in most tools. */
  valueless?: RegExp;
}

export function readArguments(args: readonly string[], use: FlagUse = {}): Arguments {
  const found: Arguments = {
    operands: [],
    filters: [],
    packages: [],
    directories: [],
    isRecursive: false,
    isDryRun: false,
  };
  const rest = args.filter((arg) => arg !== "--");
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) readArgument(found, { arg, rest, use });
  return found;
}

type Argument = { arg: string; rest: string[]; use: FlagUse };

function readArgument(found: Arguments, argument: Argument): void {
  const { arg, use } = argument;
  if (!/^-./.test(arg)) found.operands.push(arg);
  else if (isDry(argument)) found.isDryRun = true;
  else if (use.valueless?.test(arg)) return;
  else if (RECURSIVE.test(arg) && !use.packages?.test(arg)) found.isRecursive = true;
  else readFlag(found, argument);
}

/** `-h` asks for help only if nothing follows it: `psql -h replica` names a host, and `-V` can be a mode. */
function isDry({ arg, rest, use }: Argument): boolean {
  return DRY.test(arg) || use.dry?.test(arg) === true || (/^-[hV]$/.test(arg) && rest.length === 0);
}

function readFlag(found: Arguments, { arg, rest, use }: Argument): void {
  const [flag, value] = splitFlag(arg, rest);
  const { packages, directories, values, filters } = { ...NO_USE, ...use };
  if (packages.test(flag)) found.packages.push(value());
  else if (directories.test(flag)) found.directories.push(value());
  else if (values.test(flag)) value();
  else if (FILTER_SET.test(arg)) found.filters.push(arg);
  else if (filters.test(flag)) found.filters.push(VALUELESS.test(flag) ? flag : `${flag}=${value()}`);
  else if (VALUE.test(flag)) value();
}

/** Splits off a flag and returns how to read its value: after `=` or from the next word. */
function splitFlag(arg: string, rest: string[]): [string, () => string] {
  const end = arg.indexOf("=");
  if (end < 0) return [arg, () => rest.shift() ?? ""];
  return [arg.slice(0, end), () => arg.slice(end + 1)];
}

const NOTHING = /^$/;
const NO_USE = { packages: NOTHING, directories: NOTHING, values: NOTHING, filters: FILTER };
