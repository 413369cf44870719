import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { pull } from "../../src/transfer/operations/pull.ts";
import { push } from "../../src/transfer/operations/push.ts";
import { remoteOperation } from "../../src/transfer/operations/remote.ts";
import { git, type Machine, withTwoMachines } from "./two-machines.ts";

/** Two machines with the same remote, which is an empty bare repository. */
export async function withRemote(
  work: (one: Machine, other: Machine, remote: string) => Promise<void>,
): Promise<void> {
  await withTwoMachines(async (one, other) => {
    const remote = bare(one);
    const keys = await createKeys(one);
    for (const machine of [one, other]) await addRemote(machine, remote, keys);
    await work(one, other, remote);
  });
}

export function bare({ place }: Machine, name = "remote.git"): string {
  const path = join(place.root, name);
  mkdirSync(path);
  git(path, "init", "-q", "--bare");
  return path;
}

/** A key of their own, which is quicker than deriving one from a passphrase. */
export async function createKeys({ place }: Machine): Promise<{ recipients: string[]; identity: string }> {
  const key = await generateX25519Identity();
  const identity = join(place.root, "key.txt");
  writeFileSync(identity, `${key}\n`);
  return { recipients: [await identityToRecipient(key)], identity };
}

export async function addRemote({ ctx }: Machine, place: string, keys: object) {
  return await remoteOperation.call(ctx, { action: "add", place, ...keys });
}

export async function pushed({ ctx }: Machine, input: object = {}) {
  return await push.call(ctx, input);
}

export async function pulled({ ctx }: Machine, input: object = {}) {
  return await pull.call(ctx, input);
}
