import { isAbsolute, join } from "node:path";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { machineId } from "../../sessions/machine-id.ts";
import { readIdentities } from "../bundle/read-identities.ts";
import { findRemote, type ProjectRemote, saveRemote } from "./project-remote.ts";
import { encryptBytes } from "./remote-keys.ts";
import { KEY_PART, shareKey } from "./share-key.ts";

interface AddInput {
  place?: string | undefined;
  recipients: readonly string[];
  identity?: string | undefined;
  passphrase?: string | undefined;
}

/**
 * Names the one remote of a project. Nothing is saved unless it can be reached and the key is right. Returns how many
 * sessions of other machines are in it, of whatever project.
 */
export async function addRemote(ctx: Context, projectRoot: string, input: AddInput): Promise<number> {
  const existing = findRemote(ctx, projectRoot);
  if (existing)
    throw new HoldfastError("conflict", `This project has a remote already: ${existing.url}.`, {
      next: "Run `holdfast remote remove` first; a project has exactly one.",
    });
  if (input.place === undefined)
    throw new HoldfastError("invalid_input", "The address of the remote is missing.", {
      next: "Pass git@host:path, https://…, or the absolute path of a bare repository.",
    });
  const place = addressOf(ctx, input.place);
  const link = await ctx.remotes.open(place);
  try {
    const entries = await link.list();
    const keys = input.recipients.length > 0 ? await ownKeys(ctx, input) : await sharedKey(link, input);
    saveRemote(ctx, { url: place.trim(), projectRoot, addedAt: ctx.clock(), ...keys });
    const own = `sessions/${machineId(ctx)}/`;
    return entries.filter(({ name }) => SESSION.test(name) && !name.startsWith(own)).length;
  } finally {
    link.close();
  }
}

const SESSION = /^sessions\/\w+\/ses_/;

function addressOf(ctx: Pick<Context, "caller">, place: string): string {
  return place.startsWith(".") ? absolute(ctx, place) : place;
}

/** Whether another machine stored a key there, so that its passphrase is asked for, and not a new one. */
export async function hasSharedKey(ctx: Context, place: string): Promise<boolean> {
  const link = await ctx.remotes.open(addressOf(ctx, place));
  try {
    return (await link.list()).some(({ name }) => name === KEY_PART);
  } finally {
    link.close();
  }
}

type NewKeys = Pick<ProjectRemote, "recipients" | "key" | "identity">;

async function ownKeys(ctx: Context, { recipients, identity }: AddInput): Promise<NewKeys> {
  // Throws if one is no key.
  await encryptBytes(new Uint8Array(1), { recipients });
  const path = identity === undefined ? null : absolute(ctx, identity);
  if (path !== null) readIdentities(path);
  return { recipients: [...recipients], key: null, identity: path };
}

async function sharedKey(
  link: Awaited<ReturnType<Context["remotes"]["open"]>>,
  { passphrase }: AddInput,
): Promise<NewKeys> {
  if (passphrase === undefined)
    throw new HoldfastError(
      "invalid_input",
      "What goes to a remote is encrypted, and no passphrase was given.",
      {
        next: "Set HOLDFAST_PASSPHRASE, or pass --recipient <age key> and --identity <file>.",
      },
    );
  const { key, recipient } = await shareKey(link, passphrase);
  return { recipients: [recipient], key, identity: null };
}

function absolute({ caller }: Pick<Context, "caller">, path: string): string {
  return isAbsolute(path) ? path : join(caller.cwd, path);
}
