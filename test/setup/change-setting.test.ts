import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { changeSetting } from "../../src/setup/change-setting.ts";
import { withReason } from "../../src/setup/with-reason.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ON = { debrief: { enabled: true } };

let root: string;
let configFile: string;
let real: string;
beforeEach(() => {
  root = temporaryDirectory("settings");
  configFile = join(root, "holdfast", "config.json");
  real = join(root, "dotfiles", "settings.json");
  mkdirSync(join(root, "holdfast"));
  mkdirSync(join(root, "dotfiles"));
});

const enable = () => changeSetting({ configFile }, "debrief", { enabled: true });
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const modeOf = (path: string) => statSync(path).mode & 0o777;

function expectLinkTo(path: string): void {
  expect(lstatSync(configFile).isSymbolicLink()).toBe(true);
  expect(readdirSync(join(root, "holdfast"))).toEqual(["config.json"]);
  expect(readdirSync(join(root, "dotfiles"))).toEqual(["settings.json"]);
  expect(read(path)).toMatchObject(ON);
}

test("a new settings file is private", () => {
  enable();
  expect(read(configFile)).toEqual(ON);
  expect(modeOf(configFile)).toBe(0o600);
});

test("other settings and the permissions of the file are preserved", () => {
  writeFileSync(configFile, JSON.stringify({ rewind: { enabled: true }, debrief: { every: 2 } }));
  chmodSync(configFile, 0o640);
  enable();
  expect(read(configFile)).toEqual({ rewind: { enabled: true }, debrief: { every: 2, enabled: true } });
  expect(modeOf(configFile)).toBe(0o640);
});

test("a settings file kept elsewhere by a link is changed there, with its permissions", () => {
  writeFileSync(real, "{}");
  chmodSync(real, 0o644);
  symlinkSync(real, configFile);
  enable();
  expectLinkTo(real);
  expect(modeOf(real)).toBe(0o644);
});

test("a settings file that links name before it exists is created there, private", () => {
  symlinkSync("dotfiles/settings.json", join(root, "link.json"));
  symlinkSync("../link.json", configFile);
  enable();
  expectLinkTo(real);
  expect(modeOf(real)).toBe(0o600);
});

test("a link to a directory that is missing is refused and stays", async () => {
  symlinkSync(join(root, "unmounted", "settings.json"), configFile);
  await expect(withReason(configFile, enable)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(join(root, "unmounted")),
  });
  expect(lstatSync(configFile).isSymbolicLink()).toBe(true);
});
