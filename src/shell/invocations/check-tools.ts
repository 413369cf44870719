/** Tools that only check or build: tests, linters, type checkers, compilers, audits, document builders. */
export const CHECKERS: ReadonlySet<string> = words(`
  tsc vue-tsc svelte-check tsd tsup rollup webpack esbuild vitest jest mocha ava tap tape qunit wtr web-test-runner test-storybook
  eslint oxlint tslint jshint standard xo stylelint htmlhint html-validate djlint commitlint gitlint cspell codespell typos
  knip publint attw depcheck madge depcruise dependency-cruiser ts-prune size-limit elm-test trunk chromatic pa11y lighthouse
  pytest unittest py_compile compileall doctest mypy pyright basedpyright pytype pyre ty flake8 pylint bandit vulture pydocstyle
  interrogate deptry import-linter lint-imports pip-audit tox nox behave robot schemathesis sphinx-build pre-commit
  rspec rubocop minitest cucumber erb_lint haml-lint brakeman standardrb
  phpunit pest psalm phpcs behat
  ctest ninja gcc g++ cc c++ clang clang++ clang-tidy cppcheck valgrind nvcc gfortran dmd ldc2 rustc swiftc javac kotlinc scalac ghc
  ktlint detekt checkstyle swiftlint xcodebuild msbuild nunit3-console sbt mill
  staticcheck golangci-lint govulncheck revive gosec errcheck nilaway gotestsum ginkgo go-test cargo-nextest
  shellcheck hadolint actionlint yamllint jsonlint json.tool ansible-lint tflint tfsec checkov conftest kubeconform kubeval cfn-lint
  promtool protolint spectral bats shellspec prove busted luacheck lua-check hlint clj-kondo statix deadnix slither solhint
  trivy semgrep gitleaks trufflehog osv-scanner licensecheck named-checkconf
  markdownlint markdownlint-cli2 mdl vale lychee hugo latexmk pdflatex xelatex lualatex tectonic newman hurl k6 expo-doctor
`);

/** The subcommands of a tool that check or build; its others do something else. */
const SUBCOMMANDS: Record<string, ReadonlySet<string>> = {
  anchor: words("build test"),
  astro: words("check build"),
  bazel: words("test build"),
  biome: words("check lint ci"),
  buf: words("lint breaking"),
  bun: words("test build"),
  bundle: words("audit"),
  cabal: words("test build"),
  cargo: words(
    "test t nextest check c build b clippy llvm-cov doc miri bench hack deny audit machete semver-checks udeps",
  ),
  cdk: words("synth"),
  codecept: words("run"),
  crystal: words("spec build"),
  cypress: words("run"),
  dart: words("test analyze"),
  deno: words("test check lint"),
  docker: words("build"),
  dotnet: words("test build publish"),
  dune: words("build test runtest"),
  elm: words("make"),
  flutter: words("test analyze build"),
  forge: words("test build"),
  gleam: words("test build check"),
  go: words("test vet build"),
  hardhat: words("test compile"),
  hatch: words("test build"),
  helm: words("lint"),
  karma: words("start run"),
  lein: words("test"),
  lhci: words("autorun assert"),
  meson: words("test compile"),
  mix: words("test compile credo dialyzer"),
  next: words("build lint"),
  ng: words("test build lint"),
  nginx: words("-t"),
  nimble: words("test"),
  node: words("--test"),
  nx: words("test build lint run-many affected"),
  opa: words("test check"),
  packer: words("validate"),
  phpstan: words("analyse analyze"),
  playwright: words("test"),
  poe: words("test"),
  poetry: words("check build"),
  rails: words("test"),
  rake: words("test spec"),
  rebar3: words("eunit ct"),
  ruff: words("check"),
  sam: words("validate build"),
  sbt: words("test compile"),
  serverless: words("package"),
  sqlfluff: words("lint"),
  srb: words("tc"),
  stack: words("test build"),
  stryker: words("run"),
  swift: words("test build"),
  task: words("test lint build check"),
  tauri: words("build"),
  terraform: words("validate"),
  tofu: words("validate"),
  turbo: words("run test build lint"),
  uv: words("build"),
  vite: words("build"),
  webpack: words("build"),
  zig: words("build test"),
};

/** Arguments with which a tool describes or configures itself. */
const SELF_MANAGEMENT =
  /^(?:help|version|linters|formatters|cache|completions?|config|env|info|init|install|uninstall|autoupdate|update|upgrade|login|logout|auth|telemetry|rules?|explain|new|doctor|plugins?|fix)$/;

/** Whether a tool that is known to check or build does so with these arguments. */
export function isKnownCheck(program: string, [subcommand = "", ...rest]: readonly string[]): boolean {
  const own = Object.hasOwn(SUBCOMMANDS, program) ? SUBCOMMANDS[program] : undefined;
  const first = subcommand === "" ? (rest[0] ?? "") : subcommand;
  if ([first, rest[0] ?? ""].some((word) => own?.has(word.replace(/(?<=.):.*$/, "")))) return true;
  return CHECKERS.has(program) && !SELF_MANAGEMENT.test(first);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}
