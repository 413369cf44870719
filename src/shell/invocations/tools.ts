import type { FlagUse } from "./read-arguments.ts";

/** How a tool's command line is read. */
export interface Tool extends FlagUse {
  /** Its first operand names what it does: `cargo test`. */
  hasSubcommands?: boolean;
  /** Its operands are files and directories. */
  takesPaths?: boolean;
  /** `CFLAGS=-O2` among its operands is a setting. */
  takesAssignments?: boolean;
  /** Operands that say how it runs, not what it runs. */
  modes?: RegExp;
  /** It is the same run with any operands: `git push` and `git push origin main`. */
  ignoresOperands?: RegExp;
}

const PATHS: Tool = { takesPaths: true };
const SUB: Tool = { hasSubcommands: true };

export const TOOLS: Record<string, Tool> = {
  pytest: {
    ...PATHS,
    values: /^(?:-n|-c|-o|-p|-W|-r|--tb|--cov|--maxfail|--durations|--junitxml)$/,
    filters: /^(?:-k|-m|--lf|--last-failed|--deselect|--ignore)$/,
  },
  vitest: { ...PATHS, modes: /^(?:run|watch|dev)$/ },
  jest: PATHS,
  mocha: PATHS,
  ava: PATHS,
  playwright: { ...PATHS, hasSubcommands: true },
  cypress: SUB,
  eslint: PATHS,
  oxlint: PATHS,
  prettier: PATHS,
  stylelint: PATHS,
  biome: { ...PATHS, hasSubcommands: true },
  ruff: { ...PATHS, hasSubcommands: true },
  mypy: PATHS,
  pyright: PATHS,
  flake8: PATHS,
  pylint: PATHS,
  black: PATHS,
  isort: PATHS,
  rspec: PATHS,
  rubocop: PATHS,
  phpunit: PATHS,
  pest: PATHS,
  phpstan: { ...PATHS, hasSubcommands: true },
  shellcheck: PATHS,
  tsc: { values: /^(?:-p|--project|--outDir|--target|--module)$/ },
  go: { hasSubcommands: true, takesPaths: true, filters: /^-(?:run|skip|short)$/, directories: /^-C$/ },
  cargo: {
    hasSubcommands: true,
    packages: /^(?:-p|--package)$/,
    values: /^(?:-F|--features|--target|-j|-Z|--manifest-path)$/,
    filters: /^--(?:lib|bin|test|example|bench|doc|exclude)$/,
  },
  deno: { hasSubcommands: true, takesPaths: true },
  dotnet: {
    ...SUB,
    values: /^(?:-v|-c|-f|-o|-r|-a|--(?:verbosity|configuration|framework|output|runtime|arch))$/,
  },
  nx: { ...SUB, filters: /^$/, values: /^(?:--projects?|-p|--base|--head|--exclude)$/ },
  "php-cs-fixer": SUB,
  mvn: {
    modes: /^clean$/,
    packages: /^(?:-pl|--projects)$/,
    values: /^(?:-P|-s|-T)$/,
    valueless: /^-[BUVXceoq]$/,
  },
  gradle: { modes: /^clean$/, filters: /^--tests$/, directories: /^-p$/, values: /^(?:-x)$/, dry: /^-m$/ },
  make: {
    takesAssignments: true,
    directories: /^(?:-C|--directory)$/,
    values: /^(?:-f|-j|-o|-W)$/,
    dry: /^-(?:[a-zA-Z]*n[a-zA-Z]*|q|-question)$/,
  },
  just: { dry: /^(?:-n|--list|-l)$/, directories: /^(?:-d|--working-directory)$/ },
  mix: { ...SUB, takesPaths: true },
  swift: SUB,
  bazel: SUB,
  meson: { ...SUB, directories: /^-C$/, values: /^(?:-j|-t|--suite|--wrapper)$/ },
  ninja: { directories: /^-C$/, values: /^-j$/, dry: /^-n$/ },
  tox: { values: /^(?:-c|-p)$/, filters: /^-(?:e|f)$/, dry: /^-l$/ },
  nox: { values: /^-f$/, filters: /^-(?:s|t|k)$/, dry: /^-l$/ },
  flutter: { ...SUB, takesPaths: true },
  dart: { ...SUB, takesPaths: true },
  cmake: {},
  ctest: { filters: /^-(?:R|E|L)$/, dry: /^-N$/ },
  git: {
    ...SUB,
    directories: /^-C$/,
    values: /^(?:-c|-m|--message|-F|-b|-B|-u|--author|--date)$/,
    filters: /^$/,
    ignoresOperands: /^git (?:push|pull|fetch|commit|rebase|merge|cherry-pick|stash|clone|am|tag|submodule)$/,
    dry: /^--(?:abort|quit)$/,
  },
  docker: {
    ...SUB,
    values: /^(?:-t|--tag|-f|--file|-p|-e|-v|--name|--network|--build-arg|--platform|--target|--progress)$/,
    filters: /^$/,
  },
  kubectl: { ...SUB, values: /^(?:-n|--namespace|--context|-o|-l|--timeout)$/, filters: /^$/ },
  helm: { ...SUB, values: /^(?:-n|--namespace|-f|--values|--set|--version|--timeout)$/, filters: /^$/ },
  terraform: { ...SUB, directories: /^-chdir$/, filters: /^$/ },
  tofu: { ...SUB, directories: /^-chdir$/, filters: /^$/ },
  pip: { ...SUB, filters: /^$/ },
  uv: { ...SUB, filters: /^$/ },
  poetry: SUB,
  composer: { ...SUB, ignoresOperands: /^composer install$/ },
  bundle: { ...SUB, ignoresOperands: /^bundle install$/ },
  rails: SUB,
  rake: {},
  curl: {
    values:
      /^-[HdXuAembFoTxKw]$|^--(?:header|data|data-raw|request|user|output|max-time|retry|connect-timeout|write-out)$/,
    filters: /^$/,
  },
  gh: SUB,
  aws: SUB,
  gcloud: SUB,
  systemctl: SUB,
  brew: SUB,
  "apt-get": SUB,
  apt: SUB,
  php: {},
  zig: SUB,
  sqlfluff: { ...SUB, takesPaths: true },
  terragrunt: SUB,
};
