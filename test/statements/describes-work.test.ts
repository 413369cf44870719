import { describe, expect, test } from "vitest";
import { describesWork } from "../../src/statements/describes-work.ts";

describe("a prompt describes work", () => {
  test.each([
    "Mend the parser.",
    "go on with the parser",
    "修复",
    "Hi! 42",
    "continue, but keep the old API",
    "weiter mit dem Importer",
    "继续修复登录页面",
    "続けてログインを直して",
    "продолжай, но не трогай тесты",
    "/home/user/app/main.ts fails",
    "src/a.ts",
    "fix it",
    "no",
    "stop",
    "A",
    "계속하고 로그인 고쳐줘",
  ])("%j does", (prompt) => {
    expect(describesWork(prompt)).toBe(true);
  });

  test.each([
    "Please go on.",
    "1",
    "#2.",
    "٣",
    "HI THERE",
    "ok... continue!",
    "weiter, bitte",
    "…",
    "",
    "👍",
    "Where were we?",
    "continue where you left off",
    "pick up from where we stopped",
    "Mach da weiter, wo du aufgehört hast.",
    "vas-y, continue là où tu t'es arrêté",
    "Continúa donde lo dejaste, por favor",
    "prossiga",
    "va bene, procedi",
    "ga verder",
    "fortsätt",
    "jatka",
    "dalej, proszę",
    "Продолжай с того места, где остановился",
    "συνέχισε",
    "devam et",
    "أكمل من فضلك",
    "ادامه بده",
    "המשך",
    "जारी रखें",
    "lanjutkan",
    "tiếp tục đi",
    "请继续",
    "接着上次的工作继续吧",
    "続けてください",
    "続きをお願いします",
    "계속해 주세요",
    "ทำต่อเลยครับ",
    "/clear",
    "/model opus",
    "/holdfast:checkpoint --restore",
    "!ls -la",
    "! npm test",
  ])("%j does not", (prompt) => {
    expect(describesWork(prompt)).toBe(false);
  });
});
