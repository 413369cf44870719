import type { Invocation } from "./read-invocation.ts";

/** Scripts and targets, by the parts of their names. */
const NAMED =
  /(?:^|[:/\-_.])(?:tests?|check|lint|typecheck|type-check|types|tsc|build|compile|vet|clippy|verify|vitest|jest|specs?|validate|biome|oxlint|eslint|mypy|pytest|ruff|e2e|unit|integration|ci|qa|all)(?:$|[:/\-_.])/i;
const SUBCOMMANDS =
  /^(?:docker (?:buildx )?build|packer validate|cargo (?:test|t|nextest|check|c|build|b|clippy|llvm-cov|doc|miri)|go (?:test|vet|build)|deno (?:test|check|lint)|bun (?:test|build)|dotnet (?:test|build|publish)|mix (?:test|compile|credo|dialyzer)|swift (?:test|build)|zig (?:build|test)|bazel (?:test|build)|ruff check|biome (?:check|lint|ci)|phpstan analy[sz]e|playwright test|cypress run|terraform validate|tofu validate|rails test|helm lint|sam validate|cdk synth|vite build|next (?:build|lint)|nx (?:test|build|lint|run-many|affected)|turbo (?:run|test|build|lint)|ng (?:test|build|lint)|flutter (?:test|analyze|build)|dart (?:test|analyze)|stack (?:test|build)|cabal (?:test|build)|lein test|sbt (?:test|compile)|astro (?:check|build)|svelte-check|vue-tsc|forge (?:test|build)|hardhat (?:test|compile)|meson (?:test|compile)|buf lint|bundle audit|webpack(?: build)?|tauri build|poetry (?:check|build)|poe test|task (?:test|lint|build|check)|uv build|hatch (?:test|build)|rake (?:test|spec))\b/;
const PROGRAMS =
  /^(?:tsc|vue-tsc|svelte-check|vitest|jest|mocha|ava|tap|eslint|oxlint|stylelint|flake8|pylint|pytest|unittest|py_compile|compileall|mypy|pyright|basedpyright|tox|nox|rspec|rubocop|minitest|phpunit|pest|psalm|phpcs|ctest|shellcheck|hadolint|actionlint|yamllint|ansible-lint|tflint|golangci-lint|staticcheck|gotestsum|cargo-nextest|ktlint|detekt|checkstyle|swiftlint|clang-tidy|cppcheck|bats|shellspec|ninja|gcc|g\+\+|cc|c\+\+|clang|clang\+\+|rustc|javac|kotlinc|scalac|ghc|tsup|rollup|webpack|pre-commit|node --test|markdownlint|cspell|knip|publint|biome|sbt|swiftc|luacheck|busted|ty|trunk|xcodebuild|bandit|prove|sqlfluff lint|kubeconform|kubeval|vulture|codespell|vale|djlint|html-validate|htmlhint|jsonlint|xmllint|nginx -t|promtool|conftest|opa test|pytype|pyre|slither|solhint|erb_lint|haml-lint|brakeman|standardrb|standard|xo|tslint|jshint|lychee|gleam test|elm-test|elm make|rebar3 eunit|dune (?:build|test)|go-test|nvcc|gfortran|dmd|ldc2|nimble test|crystal spec|lua-check|latexmk|tectonic|checkov|trivy|semgrep|gitlint|commitlint|tsd|depcheck|markdownlint-cli2|behave|robot|newman|hurl|schemathesis|cfn-lint|protolint|pip-audit|gitleaks|named-checkconf|sphinx-build|hugo|k6)$/;
const BY_TARGET = /^(?:make|gmake|just|mvnw?|gradlew?|rake|task|invoke|ninja|nx|turbo|sbt|ant|composer)$/;

/** Whether it examines the work: tests, linters, type checks, builds. What only lists or plans is none. */
export function isCheck(run: Invocation, words: readonly string[]): boolean {
  const { name, targets, isDryRun } = run;
  if (isDryRun) return false;
  const [program = "", script = ""] = name.split(" ");
  if (program === "script") return NAMED.test(script);
  if (BY_TARGET.test(program)) return isTargetCheck(program, targets, script);
  return (
    isKnown(name) ||
    isKnown(`${program} ${targets[0] ?? ""}`) ||
    isVerb(program, script, targets) ||
    hasCheckFlag(program, words)
  );
}

function isKnown(name: string): boolean {
  return name.endsWith(" --check") || PROGRAMS.test(name) || SUBCOMMANDS.test(name);
}

/** What tools that nobody here has heard of call it too. */
const VERB = /^(?:tests?|runtest|check|lint|validate|verify|audit|build|compile|configtest|syntax-check)$/;
/** Their operands are files, remote things or somebody's own words. */
const NO_TOOL =
  /^(?:|cd|ls|cat|rm|cp|mv|ln|mkdir|rmdir|touch|[a-z]*grep|rg|ag|fd|find|echo|printf|head|tail|less|more|sed|awk|git|gh|glab|ssh|scp|sftp|rsync|curl|wget|chmod|chown|tee|open|code|vim?|nano|test|\[|\[\[|export|source|\.|which|type|command|time|sudo|tar|zip|unzip|kill|pkill|systemctl|service|pushd|diff|cmp|wc|sort|uniq|cut|tr|tree|stat|file|du|df|env|docker|podman|kubectl|oc|aws|az|gcloud|node|python|ruby|perl|php|bash|sh|zsh|psql|mysql|sqlite3|mongosh|redis-cli|npm|pnpm|yarn|brew|apt|apt-get|apk|dnf|su|read|jq|yq|set|alias|xargs|timeout|tmux|script|man)$/;

function isVerb(program: string, subcommand: string, targets: readonly string[]): boolean {
  if (program === "npm" || program === "pnpm") return subcommand === "audit" || targets[0] === "audit";
  return !NO_TOOL.test(program) && VERB.test(subcommand || (targets[0] ?? ""));
}

const MAVEN = /^(?:clean )?(?:test|verify|package|install|compile|check|build|assemble)/;

function isTargetCheck(program: string, targets: readonly string[], subcommand: string): boolean {
  const all = [subcommand, ...targets].filter((target) => target !== "");
  if (all.length === 0) return /^(?:make|gmake|just|rake|ninja|task)$/.test(program);
  const isInstall = /^(?:make|gmake|just|task|ninja|composer|rake)$/.test(program);
  return all.some(
    (target) =>
      NAMED.test(target) ||
      (MAVEN.test(target) && !(isInstall && target.startsWith("install"))) ||
      /(?:Test|Check|Lint|Build|Debug|Release)$/.test(target),
  );
}

/** Interpreters that only parse, build tools by their flags, scripts that are named for it. */
function hasCheckFlag(program: string, words: readonly string[]): boolean {
  const line = words.join(" ");
  if (BY_FLAG.some(([tool, flag]) => tool.test(program) && flag.test(line))) return true;
  const script = /^(?:bash|sh|node|python|ruby|tsx|deno|perl)$/.test(program) ? words[1] : words[0];
  return SCRIPT_FILE.test(script ?? "");
}

const BY_FLAG: readonly [RegExp, RegExp][] = [
  [/^cmake$/, / --build /],
  [/^(?:ba|z|da)?sh$/, / -n \S/],
  [/^(?:node|ruby|perl)$/, / (?:--check|-w?c) \S/],
  [/^php$/, / -l |artisan test/],
  [/^python$/, /manage\.py (?:test|check)|setup\.py test|-m (?:pytest|unittest)/],
  [/^(?:nginx|sshd)$/, / -t(?: |$)/],
  [
    /^(?:ansible-playbook|caddy|apachectl|apache2ctl|httpd|systemd-analyze|postfix|visudo|haproxy)$/,
    /--syntax-check|\bvalidate\b|configtest|\bverify\b|\bcheck\b| -[a-z]*c/,
  ],
  [/^docker(?:-compose)?$/, /compose (?:-\S+ \S+ )*config\b/],
  [/^jq$/, / empty(?: |$)/],
  [/^python$/, /-m (?:json\.tool|doctest|tabnanny)/],
  [/^(?:coverage|c8|nyc)$/, /\b(?:pytest|unittest|test)\b/],
  [/^(?:scalafmt|tsx)$/, / --test\b/],
  [/^(?:nix|R)$/, /flake check|CMD check/],
  [/^clj$/, / -[MX]:\S*test/],
];

/** `./run-tests.sh`, `node scripts/check.mjs`. */
const SCRIPT_FILE =
  /(?:^|\/)(?:run[-_]?)?(?:tests?|check|lint|verify|build|validate|ci)(?:[-_][\w-]*)?(?:\.\w+)?$|[-_](?:tests?|check|lint)\.(?:sh|py|m?js|ts|rb)$/;
