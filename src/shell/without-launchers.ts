interface Launcher {
  values?: RegExp;
  operands?: number;
}

/** Programs that only run another one, with their flags that take a value and their number of operands before it. */
const LAUNCHERS: Record<string, Launcher> = {
  sudo: { values: /^-[ugCphrtTDR]$|^--(?:user|group|chdir)$/ },
  doas: { values: /^-[uC]$/ },
  env: { values: /^-[uCS]$|^--(?:unset|chdir)$/ },
  timeout: { values: /^-[ks]$|^--(?:kill-after|signal)$/, operands: 1 },
  gtimeout: { values: /^-[ks]$/, operands: 1 },
  xargs: { values: /^-[adEILnPs]$/ },
  parallel: { values: /^-[jNnIa]$|^--(?:jobs|max-args|colsep|joblog)$/ },
  nice: { values: /^-n$/ },
  ionice: { values: /^-[cn]$/ },
  stdbuf: { values: /^-[ioe]$/ },
  time: {},
  nohup: {},
  setsid: {},
  command: {},
  exec: { values: /^-a$/ },
  builtin: {},
  chronic: {},
  unbuffer: {},
  caffeinate: {},
};

/** Removes launchers: `sudo -u ann env CI=1 timeout 60 npm test` is `npm test`. */
export function withoutLaunchers(words: readonly string[]): string[] {
  let rest = [...words];
  for (let left = 8; left > 0; left -= 1) {
    const launched = launchedBy(rest);
    if (launched === undefined || launched.length === 0) return rest;
    rest = launched;
  }
  return rest;
}

function launchedBy([name = "", ...args]: readonly string[]): string[] | undefined {
  if (baseName(name) === "find") return executedByFind(args);
  const launcher = Object.hasOwn(LAUNCHERS, baseName(name)) ? LAUNCHERS[baseName(name)] : undefined;
  // `command -v npm` looks the program up and does not run it.
  if (launcher === undefined || (name === "command" && /^-[vV]/.test(args[0] ?? ""))) return undefined;
  return args.slice(wordsBefore(args, launcher));
}

function wordsBefore(args: readonly string[], { values, operands = 0 }: Launcher): number {
  let i = 0;
  while (args[i]?.startsWith("-")) i += values?.test(args[i] ?? "") ? 2 : 1;
  i += operands;
  while (/^\w+=/.test(args[i] ?? "")) i += 1;
  return i;
}

/** `find src -name '*.py' -exec python -m py_compile {} +` */
function executedByFind(args: readonly string[]): string[] | undefined {
  const start = args.findIndex((arg) => /^-(?:exec|execdir|ok)$/.test(arg));
  const end = args.findIndex((arg, i) => i > start && /^[;+]$/.test(arg));
  return start < 0 ? undefined : args.slice(start + 1, end < 0 ? undefined : end);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
