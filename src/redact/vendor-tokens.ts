/**
 * Token shapes that vendors publish: a keyword that every such token holds, and the whole token. Compiled on first
 * use only: most texts hold none of the keywords.
 */
export const TOKEN_SHAPES: readonly (readonly [keyword: string, pattern: string])[] = [
  ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map(
    (prefix) => [prefix, `${prefix}[A-Za-z0-9]{36,255}`] as const,
  ),
  ["github_pat_", "github_pat_[A-Za-z0-9_]{36,255}"],
  ["glpat-", "glpat-[A-Za-z0-9_.=-]{20,300}"],
  ["sk-", "sk-(?:ant|proj|svcacct|admin|or)-[A-Za-z0-9_-]{16,300}|sk-[A-Za-z0-9]{20,64}"],
  ["xox", "xox[abeoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{10,300}"],
  ["akia", "AKIA[A-Z2-7]{16}"],
  ["asia", "ASIA[A-Z2-7]{16}"],
  ["aiza", "AIza[A-Za-z0-9_-]{35}"],
  ["ya29.", "ya29\\.[A-Za-z0-9_-]{20,600}"],
  ["_live_", "[a-z]{2,4}_live_[A-Za-z0-9]{16,250}"],
  ["_test_", "[a-z]{2,4}_test_[A-Za-z0-9]{16,250}"],
  ["npm_", "npm_[A-Za-z0-9]{36}"],
  ["pypi-", "pypi-[A-Za-z0-9_-]{50,400}"],
  ["hf_", "hf_[A-Za-z]{34}"],
  ["eyj", "eyJ[A-Za-z0-9_-]{10,4000}\\.eyJ[A-Za-z0-9_-]{10,8000}(?:\\.[A-Za-z0-9_-]{0,1000})?"],
];
