import { RUN } from "../invocations/as-task.ts";
import { isKnownCheck } from "../invocations/check-tools.ts";
import type { Invocation } from "../invocations/read-invocation.ts";

/** Names of scripts and targets, by their parts. */
const NAMED =
  /(?:^|[:/\-_.])(?:tests?|check|lint|typecheck|type-check|types|tsc|build|compile|vet|clippy|verify|vitest|jest|specs?|validate|biome|oxlint|eslint|mypy|pytest|ruff|detekt|e2e|unit|integration|ci|qa|all)(?:$|[:/\-_.])/i;
const BY_TARGET =
  /^(?:make|gmake|just|mvnw?|gradlew?|rake|task|invoke|ninja|nx|turbo|sbt|ant|composer|fastlane)$/;

/** Whether a run checks the work: tests, linters, type checks, builds. Listing or planning does not count. */
export function isCheck(run: Invocation, words: readonly string[]): boolean {
  const { name, targets, isDryRun } = run;
  if (isDryRun) return false;
  const [program = "", script = ""] = name.split(" ");
  if (program === "script" || program.endsWith(RUN)) return NAMED.test(script.replace(/^\+/, ""));
  if (BY_TARGET.test(program)) return isTargetCheck(program, targets, script);
  return (
    name.endsWith(" --check") ||
    isKnownCheck(program, [script, ...targets]) ||
    hasCheckVerb(program, script, targets) ||
    hasCheckFlag(program, words)
  );
}

/** `gdlint`, `glslangValidator`, `spell-checker`. */
const CHECKER_NAME = /(?<!^xm)[a-z](?:lint|linter|check|checker|validator)$/i;

/** Subcommands that mean a check in unknown tools too. */
const VERB = /^(?:tests?|runtest|check|lint|validate|verify|audit|build|compile|configtest|syntax-check)$/;
/** Programs whose operands are files, remote resources or free text. */
const NO_TOOL =
  /^(?:|cd|ls|cat|rm|cp|mv|ln|mkdir|rmdir|touch|[a-z]*grep|rg|ag|fd|find|echo|printf|head|tail|less|more|sed|awk|git|gh|glab|ssh|scp|sftp|rsync|curl|wget|chmod|chown|tee|open|code|vim?|nano|test|\[|\[\[|export|source|\.|which|type|command|time|sudo|tar|zip|unzip|kill|pkill|systemctl|service|pushd|diff|cmp|wc|sort|uniq|cut|tr|tree|stat|file|du|df|env|docker|podman|kubectl|oc|aws|az|gcloud|node|python|ruby|perl|php|bash|sh|zsh|psql|mysql|sqlite3|mongosh|redis-cli|npm|pnpm|yarn|brew|apt|apt-get|apk|dnf|su|read|jq|yq|set|alias|xargs|timeout|tmux|script|man)$/;

function hasCheckVerb(program: string, subcommand: string, targets: readonly string[]): boolean {
  if (targets.includes("fix")) return false;
  if (program === "npm" || program === "pnpm") return subcommand === "audit" || targets[0] === "audit";
  if (CHECKER_NAME.test(program)) return true;
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
      /(?:Test|Check|CheckAll|Lint|Build|Debug|Release)$/.test(target),
  );
}

/** Interpreters that only parse, build tools with certain flags, and scripts named after a check. */
function hasCheckFlag(program: string, words: readonly string[]): boolean {
  const line = words.join(" ");
  if (!NO_TOOL.test(program) && words.some((word) => CHECK_FLAG.test(word))) return true;
  if (BY_FLAG.some(([tool, flag]) => tool.test(program) && flag.test(line))) return true;
  const script = words.find((word) => !INTERPRETER.test(word) && !word.startsWith("-")) ?? "";
  return script !== "test" && SCRIPT_FILE.test(script);
}

const INTERPRETER = /^(?:(?:ba|z|da|k)?sh|node|tsx|python[\d.]*|ruby|deno|perl|php|bun|lua|Rscript|julia)$/;

const CHECK_FLAG = /^--?(?:check|lint|validate|syntax-check|check-syntax)$/;
const BY_FLAG: readonly [RegExp, RegExp][] = [
  [/^cmake$/, / --build /],
  [/^(?:ba|z|da)?sh$/, / -n \S/],
  [/^(?:node|ruby|perl)$/, / (?:--check|-w?c) \S/],
  [/^php$/, / -l |artisan test/],
  [/^python$/, /manage\.py (?:test|check|makemigrations .*--check)|setup\.py test|-m (?:pytest|unittest)/],
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
  [/^(?:R|Rscript|julia)$/, /Pkg\.test|(?:devtools|tinytest|rcmdcheck)::\w*(?:test|check)|testthat::/],
  [/^(?:clj|clojure)$/, / -[MTX]:\S*test/],
  [/^xmllint$/, / --(?:noout|valid|schema|relaxng|dtdvalid)(?: |$)/],
  [/^git$/, /^git (?:-\S+ )*diff .*--check(?: |$)/],
];

/** `./run-tests.sh`, `node scripts/check.mjs`. */
const SCRIPT_FILE =
  /(?:^|\/)(?:run[-_]?)?(?:tests?|check|lint|verify|build|validate|ci)(?:[-_][\w-]*)?(?:\.\w+)?$|[-_](?:tests?|check|lint)\.(?:sh|py|m?js|ts|rb)$|(?:^|\/)tests?\/(?:run|all|index|main)[\w-]*\.\w+$/;
