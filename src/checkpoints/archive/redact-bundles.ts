import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Archive } from "../../kernel/ports/archive.ts";
import type { Redactor } from "../../kernel/ports/redactor.ts";
import { count } from "../../text/phrases.ts";
import { redactCheckpoint } from "../redact-checkpoints.ts";
import { storeBundle } from "./archive-checkpoints.ts";
import { type Bundle, decodeBundle, encodeBundle } from "./bundle.ts";

/** Limit per call, since each bundle is downloaded. */
const MAX_BUNDLES = 500;

/**
 * Rewrites the archived bundles in which the current rules find a secret, under the same names. Returns how many, and a
 * warning for each bundle that could not be searched.
 */
export async function redactBundles(
  { archive: open, redactor }: Pick<Context, "archive" | "redactor">,
  { dryRun }: { dryRun: boolean },
): Promise<{ bundles: number; warnings: string[] }> {
  if (!open) return { bundles: 0, warnings: [] };
  try {
    const archive = await open();
    const names = (await archive.list()).map(({ name }) => name).reverse();
    const searched = await redactEach(archive, { names: names.slice(0, MAX_BUNDLES), redactor, dryRun });
    const left = names.slice(MAX_BUNDLES);
    const beyond = `The oldest ${count(left.length, "bundle")} in ${archive.where} were not searched.`;
    return left.length === 0 ? searched : { ...searched, warnings: [...searched.warnings, beyond] };
  } catch (error) {
    return { bundles: 0, warnings: [`The archive was not searched: ${reasonOf(error)}`] };
  }
}

interface Search {
  names: readonly string[];
  redactor: Redactor;
  dryRun: boolean;
}

async function redactEach(archive: Archive, { names, redactor, dryRun }: Search) {
  let bundles = 0;
  const warnings: string[] = [];
  for (const name of names)
    try {
      const bytes = await archive.get(name);
      if (!bytes) continue;
      const bundle = decodeBundle(name, bytes);
      const clean = await redactBundle(bundle, redactor);
      if (hasSameContents(clean, bundle)) continue;
      if (!dryRun) await storeBundle(archive, name, clean);
      bundles += 1;
    } catch (error) {
      warnings.push(`${name} was not searched: ${reasonOf(error)}`);
    }
  return { bundles, warnings };
}

async function redactBundle({ archived, nodes }: Bundle, redactor: Redactor): Promise<Bundle> {
  const store = {
    getNodes: async (keys: readonly string[]) => {
      const found = keys.map((key) => [key, nodes.get(key)] as const);
      return new Map(found.flatMap(([key, node]) => (node === undefined ? [] : [[key, node] as const])));
    },
  };
  const kept = new Map<string, Uint8Array>();
  const clean: Bundle["archived"][number][] = [];
  for (const each of archived) {
    const { checkpoint, nodes: own } = await redactCheckpoint({ store, redactor }, each.checkpoint);
    if (own.size === 0)
      throw new HoldfastError("state_corrupt", `The state of ${checkpoint.id} in it cannot be read.`);
    for (const [key, node] of own) kept.set(key, node);
    clean.push({ ...each, checkpoint });
  }
  return { archived: clean, nodes: kept };
}

function hasSameContents(one: Bundle, other: Bundle): boolean {
  return Buffer.from(encodeBundle(sortNodes(one))).equals(Buffer.from(encodeBundle(sortNodes(other))));
}

/** Sorts the nodes, since bundles of other versions may have them in a different order. */
function sortNodes({ archived, nodes }: Bundle): Bundle {
  return { archived, nodes: new Map([...nodes].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function reasonOf(error: unknown): string {
  if (error instanceof HoldfastError) return error.message;
  throw error;
}
