import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { HoldfastError } from "../kernel/errors.ts";
import type { Archive, ArchivedBundle } from "../kernel/ports/archive.ts";
import { type ServerResponse, type SignedRequest, sendRequest } from "./send-request.ts";

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
const RETRY_MS = 50;

/**
 * Keeps bundles as objects in any S3-compatible bucket, addressed by path, with signed contents. `timeoutMs` limits each
 * request.
 */
export function createBucketArchive(
  { endpoint, bucket, prefix, ...credentials }: Bucket,
  timeoutMs = TIMEOUT_MS,
): Archive {
  const base = `${endpoint.replace(/\/+$/, "")}/${bucket}`;
  const keyPrefix = prefix === "" ? "" : `${prefix}/`;
  const where = `s3://${bucket}/${keyPrefix}`;
  const send = async (path: string, method = "GET", body?: Uint8Array): Promise<ServerResponse> => {
    const hash = createHash("sha256").update(body ?? "");
    const headers = { "x-amz-content-sha256": hash.digest("hex") };
    const sign = async (): Promise<SignedRequest> => {
      const signer = new AwsV4Signer({ url: base + path, method, headers, service: "s3", ...credentials });
      const signed = await signer.sign();
      return { url: signed.url, method, headers: Object.fromEntries(signed.headers), body };
    };
    try {
      return await sendUntilReady(sign, timeoutMs);
    } catch (error) {
      throw unavailable(where, describe(error), error);
    }
  };
  return {
    where,
    async put(name, bytes) {
      readBody(where, await send(`/${keyPrefix}${name}`, "PUT", bytes));
    },
    async get(name) {
      const response = await send(`/${keyPrefix}${name}`);
      return response.status === 404 ? undefined : readBody(where, response);
    },
    async list() {
      const found: ArchivedBundle[] = [];
      for (let token: string | undefined = ""; token !== undefined; ) {
        const query = new URLSearchParams({ "list-type": "2", prefix: keyPrefix });
        if (token !== "") query.set("continuation-token", token);
        const page = textOf(readBody(where, await send(`?${query.toString()}`)));
        found.push(...readPage(page, keyPrefix));
        token = nextToken(page);
      }
      return found.sort((one, other) => (one.name < other.name ? -1 : 1));
    },
  };
}

/** Each attempt is signed on its own, since a signature contains the time. */
async function sendUntilReady(
  sign: () => Promise<SignedRequest>,
  timeoutMs: number,
): Promise<ServerResponse> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await sendRequest(await sign(), timeoutMs);
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || attempt === RETRIES) return response;
    await sleep(RETRY_MS * 2 ** attempt);
  }
}

function readBody(where: string, { status, body }: ServerResponse): Uint8Array {
  if (status >= 200 && status < 300) return body;
  const code = /<Code>(\w{1,100})<\/Code>/.exec(textOf(body))?.[1];
  throw unavailable(where, `the server answered ${status}${code ? ` (${code})` : ""}`);
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
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

/** A host with several addresses fails with one error for each of them. */
function describe(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}

function unavailable(where: string, reason: string, cause?: unknown): HoldfastError {
  return new HoldfastError("archive_unavailable", `The archive ${where} cannot be used: ${reason}.`, {
    cause,
  });
}
