import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { HoldfastError } from "../kernel/errors.ts";
import type { Archive, ArchivedBundle } from "../kernel/ports/archive.ts";

export interface Bucket {
  endpoint: string;
  bucket: string;
  /** The path within the bucket, without slashes at its ends; may be empty. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

const TIMEOUT_MS = 30_000;
const RETRIES = 2;

/** Keeps bundles as objects in any S3-compatible bucket, addressed by path, with signed contents. */
export function createBucketArchive({ endpoint, bucket, prefix, ...credentials }: Bucket): Archive {
  const client = new AwsClient({ ...credentials, service: "s3", retries: RETRIES });
  const base = `${endpoint.replace(/\/+$/, "")}/${bucket}`;
  const keyPrefix = prefix === "" ? "" : `${prefix}/`;
  const where = `s3://${bucket}/${keyPrefix}`;
  const send = async (path: string, init: { method?: string; body?: Uint8Array } = {}): Promise<Response> => {
    const hash = createHash("sha256").update(init.body ?? "");
    const headers = { "x-amz-content-sha256": hash.digest("hex") };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await client.fetch(base + path, { ...init, headers, signal, redirect: "error" } as RequestInit);
    } catch (error) {
      throw unavailable(where, error instanceof Error ? describe(error) : String(error), error);
    }
  };
  return {
    where,
    async put(name, bytes) {
      await ensureOk(where, await send(`/${keyPrefix}${name}`, { method: "PUT", body: bytes }));
    },
    async get(name) {
      const response = await send(`/${keyPrefix}${name}`);
      if (response.status === 404) return undefined;
      return new Uint8Array(await (await ensureOk(where, response)).arrayBuffer());
    },
    async list() {
      const found: ArchivedBundle[] = [];
      for (let token: string | undefined = ""; token !== undefined; ) {
        const query = new URLSearchParams({ "list-type": "2", prefix: keyPrefix });
        if (token !== "") query.set("continuation-token", token);
        const page = await (await ensureOk(where, await send(`?${query.toString()}`))).text();
        found.push(...readPage(page, keyPrefix));
        token = nextToken(page);
      }
      return found.sort((one, other) => (one.name < other.name ? -1 : 1));
    },
  };
}

async function ensureOk(where: string, response: Response): Promise<Response> {
  if (response.ok) return response;
  const code = /<Code>(\w{1,100})<\/Code>/.exec(await response.text())?.[1];
  throw unavailable(where, `the server answered ${response.status}${code ? ` (${code})` : ""}`);
}

/** Reads only Holdfast's own bundles, whose names need no decoding. */
function readPage(page: string, keyPrefix: string): ArchivedBundle[] {
  return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = ""]) => {
    const key = /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? "";
    const name = key.slice(keyPrefix.length);
    const isOurs = key.startsWith(keyPrefix) && /^[\w.-]+\.jsonl\.gz$/.test(name);
    return isOurs ? [{ name, bytes: Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1] ?? 0) }] : [];
  });
}

function nextToken(page: string): string | undefined {
  const token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1];
  return token
    ?.replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function describe(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function unavailable(where: string, reason: string, cause?: unknown): HoldfastError {
  return new HoldfastError("archive_unavailable", `The archive ${where} cannot be used: ${reason}.`, {
    cause,
  });
}
