import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { Config } from "../src/kernel/config/config.ts";
import { withPlace } from "./support/test-context.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (name: string) => readFileSync(join(root, name), "utf8");
const page = read("docs/settings.md");

interface Setting {
  type?: string;
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Setting>;
}

/** Each setting by its whole name, as the schema has it. */
function settings({ properties = {} }: Setting, prefix = ""): [string, Setting][] {
  return Object.entries(properties).flatMap(([name, setting]): [string, Setting][] =>
    setting.properties ? settings(setting, `${prefix}${name}.`) : [[`${prefix}${name}`, setting]],
  );
}

test("S34: settings.md lists every setting with its default and its bounds, and no other", () => {
  const rows = [...page.matchAll(/^\| `([\w.]+)` +\| (?:`(.*?)`)? +\| (?:(\d+) - (\d+))? +\|/gm)];
  const listed = rows.map(([, name, preset, from, to]) => [name, preset, from, to]);
  const schema = z.toJSONSchema(Config, { io: "input" }) as Setting;
  const known = settings(schema).map(([name, { type, default: preset, minimum, maximum }]) => {
    const bounds = type === "integer" ? [String(minimum), String(maximum)] : [undefined, undefined];
    return [name, preset === undefined ? undefined : String(preset), ...bounds];
  });
  expect(listed).toEqual(known);
});

test("settings.md names every variable of ours that a program reads", () => {
  const sources = readdirSync(join(root, "src"), { recursive: true }).map((name) => `src/${String(name)}`);
  const texts = [...sources.filter((name) => name.endsWith(".ts")), "scripts/hook.sh"].map(read);
  const variables = new Set(texts.flatMap((text) => text.match(/\bHOLDFAST_[A-Z_]+/g) ?? []));
  expect(variables.size).toBeGreaterThan(4);
  for (const variable of variables) expect(page).toContain(`\`${variable}`);
});

test("redaction.envReferences also redacts the name of a secret's variable", () =>
  withPlace(async (place) => {
    const text = 'curl -H "Authorization: $API_TOKEN" example.org';
    expect((await place.open()).redactor.text(text)).toBe(text);
    mkdirSync(join(place.root, "state"), { recursive: true });
    const settings = JSON.stringify({ redaction: { envReferences: true } });
    writeFileSync(join(place.root, "state", "config.json"), settings);
    expect((await place.open()).redactor.text(text)).not.toContain("API_TOKEN");
  }));
