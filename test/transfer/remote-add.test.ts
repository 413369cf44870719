import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../support/run-cli.ts";
import { addRemote, bare, pulled, pushed, withRemote } from "./remote-machines.ts";
import { type Machine, PASSPHRASE, withTwoMachines, work } from "./two-machines.ts";

/** Runs `remote add` for a person who types these secrets, and returns what was asked and printed. */
async function add({ place }: Machine, remote: string, ...secrets: string[]) {
  const asked: string[] = [];
  const none = async () => undefined;
  const prompts = {
    confirm: none,
    chooseOne: none,
    chooseSeveral: none,
    askSecret: async (question: string) => {
      asked.push(question);
      return secrets.shift();
    },
  };
  const open = () => place.open({}, { env: { PATH: process.env["PATH"] ?? "" } });
  const ran = await runCommand({ open }, ["remote", "add", remote], { prompts: async () => prompts });
  return { asked, ...ran };
}

test("the second machine is asked once for the passphrase of the remote, and what to do next is to pull", () =>
  withTwoMachines(async (laptop, tower) => {
    const remote = bare(laptop);
    const first = await add(laptop, remote, PASSPHRASE, PASSPHRASE);
    expect(first.asked).toEqual(["Passphrase", "The same again"]);
    expect(first.out).toContain("What you push is encrypted");
    expect(first.out).toContain("Push: holdfast push");
    await work(laptop);
    await pushed(laptop);
    const wrong = await add(tower, remote, "another one entirely");
    expect(wrong.asked).toHaveLength(1);
    expect(wrong.err).toContain("This is not the passphrase of the remote. Nothing was changed.");
    const second = await add(tower, remote, PASSPHRASE);
    expect(second.asked).toEqual(["Passphrase of the remote, as on the other machine"]);
    expect(second.out).toContain("Other machines pushed 1 session to it.");
    expect(second.out).toContain("holdfast pull");
    expect((await pulled(tower)).sessions).toHaveLength(1);
  }));

test("a remote that is not there is said to be missing before anything is asked", () =>
  withTwoMachines(async (laptop) => {
    const away = join(laptop.place.root, "away.git");
    const { asked, err } = await add(laptop, away, PASSPHRASE, PASSPHRASE);
    expect(asked).toEqual([]);
    expect(err).toContain(`There is no repository at ${away}.`);
    expect(err).toContain(`git init --bare '${away}'`);
    await expect(addRemote(laptop, away, { passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: "remote_unavailable",
    });
  }));

test("what a killed transfer left is deleted by the next one, but not what another host has", () =>
  withRemote(async (laptop) => {
    const { remotes } = laptop.ctx.paths;
    const name = (host: string) =>
      `transfer-${createHash("sha256").update(host).digest("hex").slice(0, 8)}-2147483647-${"0".repeat(16)}`;
    for (const host of [hostname(), "elsewhere"])
      mkdirSync(join(remotes, name(host), "git"), { recursive: true });
    await work(laptop);
    await pushed(laptop);
    const left = readdirSync(remotes).filter((each) => each.startsWith("transfer-"));
    expect(left).toEqual([name("elsewhere")]);
    expect(existsSync(join(remotes, name(hostname())))).toBe(false);
  }));
