import { describe, expect, test } from "vitest";
import { findSentences } from "../../src/statements/find-sentences.ts";
import { keepSentences } from "../../src/statements/keep-sentences.ts";
import { remarkOf } from "../../src/statements/remarks.ts";

describe("what a person did without the agent", () => {
  test.each([
    "I undid your commit, leave that alone for now.",
    "fyi I've renamed the folder",
    "We fixed it ourselves.",
    "Ich habe die Datei umbenannt, nur zur Info.",
    "hab ich schon korrigiert",
    "Ik heb de map hernoemd.",
    "J'ai déjà supprimé le dossier.",
    "He borrado la carpeta.",
    "ya corregí la extensión",
    "Apaguei a pasta, tá?",
    "Ho rinominato il file.",
    "Я уже переименовал файл.",
    "Я вже видалив теку.",
    "Zmieniłem nazwę pliku.",
    "Dosyayı sildim.",
    "我已经把文件改了",
    "手動で直しました",
    "제가 직접 고쳤습니다",
  ])("%s", (text) => {
    expect(remarkOf(text)).toBe("changed");
  });
});

describe("an explanation that is rejected", () => {
  test.each([
    "THE TIMEOUT IS NOT RELATED",
    "that's not the cause",
    "It has nothing to do with the proxy.",
    "Das hat nichts mit dem Proxy zu tun.",
    "Daran liegt es nicht an dem Proxy",
    "rien à voir avec le proxy",
    "No tiene nada que ver con el proxy.",
    "Isso não tem nada a ver com o proxy",
    "Non c'entra il proxy.",
    "Это не связано с прокси.",
    "To nie ma nic wspólnego z proxy.",
    "Proxy ile ilgisi yok",
    "跟代理没关系",
    "プロキシは関係ないです",
    "프록시와 관계없어요",
  ])("%s", (text) => {
    expect(remarkOf(text)).toBe("rejected");
  });
});

describe("a rule in the form of a complaint or a question", () => {
  test.each([
    "why do you keep adding headers?",
    "Who told you to delete the fixtures?",
    "I don't want it",
    "I already told you not to touch it",
    "Stop adding emojis!",
    "Warum sind da schon wieder Kommentare?",
    "Ich will das nicht",
    "pourquoi tu changes encore les imports ?",
    "je ne veux pas de ça",
    "¿Por qué sigues tocando el README?",
    "não quero isso",
    "Non lo voglio",
    "Зачем ты опять меняешь конфиг?",
    "Навіщо ти знову це міняєш?",
    "nie chcę tego",
    "Neden hâlâ yorum var?",
    "为什么又改了配置？",
    "なぜまた設定を変えたの？",
    "왜 자꾸 설정을 바꿔요?",
  ])("%s", (text) => {
    expect(remarkOf(text)).toBe("complaint");
  });
});

test.each([
  "Build the importer.",
  "what if I moved it to another package?",
  "Tell me when it fails to stop sending.",
  "Is the proxy related to it?",
  "Why is the build slow?",
  "Hast du die Datei umbenannt?",
  "Renomme le fichier.",
  "Как работает прокси?",
  "请把配置改一下",
  "設定を変えてください",
])("%s is none of these", (text) => {
  expect(remarkOf(text)).toBeNull();
});

test.each([
  ["I undid your changes", "intervention", 0.5],
  ["503 IS NOT RELATED", "intervention", 0.4],
  ["why do you keep adding comments?", "constraint", 0.4],
  ["thanks, that looks good", "other", 0],
] as const)("%s is kept as %s", (text, kind, worth) => {
  const [kept] = keepSentences([], findSentences(text, { offer: null, prompts: 9 }), 1);
  expect(kept?.kind).toBe(kind);
  expect(kept?.worth).toBeGreaterThanOrEqual(worth);
});
