import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const KEYS = { AWS_ACCESS_KEY_ID: "test-key-id", AWS_SECRET_ACCESS_KEY: "test-secret-key" };

export interface BucketServer {
  endpoint: string;
  objects: Map<string, Buffer>;
  /** Answers every request with this status instead; 0 for normal answers. */
  failWith: { status: number };
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** A small S3 server on loopback with two names per page. It rejects requests without a valid signature. */
export async function withBucketServer(work: (server: BucketServer) => Promise<void>): Promise<void> {
  const objects = new Map<string, Buffer>();
  const failWith = { status: 0 };
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, body } = failWith.status
      ? { status: failWith.status, body: "<Error><Code>SlowDown</Code></Error>" }
      : answer(request, Buffer.concat(chunks), objects);
    response.writeHead(status).end(body);
  };
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  try {
    await work({ endpoint: `http://127.0.0.1:${port}`, objects, failWith });
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

function answer(request: IncomingMessage, body: Buffer, objects: Map<string, Buffer>) {
  const url = new URL(request.url ?? "", "http://bucket");
  if (!isSigned(request, url, body))
    return { status: 403, body: "<Error><Code>SignatureDoesNotMatch</Code></Error>" };
  if (request.method === "PUT") {
    objects.set(url.pathname, body);
    return { status: 200, body: "" };
  }
  if (url.searchParams.has("list-type")) return { status: 200, body: page(url, objects) };
  const found = objects.get(url.pathname);
  return found
    ? { status: 200, body: found }
    : { status: 404, body: "<Error><Code>NoSuchKey</Code></Error>" };
}

function page(url: URL, objects: Map<string, Buffer>): string {
  const start = Number(url.searchParams.get("continuation-token") ?? 0);
  const prefix = `${url.pathname}/${url.searchParams.get("prefix") ?? ""}`;
  const all = [...objects].filter(([path]) => path.startsWith(prefix));
  const entries = all.slice(start, start + 2).map(([path, { length }]) => {
    const key = path.slice(url.pathname.length + 1);
    return `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`;
  });
  const more = start + 2 < all.length ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : "";
  return `<ListBucketResult>${entries.join("")}${more}</ListBucketResult>`;
}

/** Signature Version 4, implemented from its specification and not with the client under test. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const header = (name: string) => String(request.headers[name] ?? "");
  const { id, scope, names, signature } = readAuthorization(header("authorization"));
  if (id !== KEYS.AWS_ACCESS_KEY_ID || header("x-amz-content-sha256") !== sha256(body)) return false;
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).sort();
  const signed = names.map((name) => `${name}:${header(name)}\n`).join("");
  const parts = [request.method, url.pathname, query.join("&"), signed, names.join(";"), sha256(body)];
  const text = ["AWS4-HMAC-SHA256", header("x-amz-date"), scope, sha256(parts.join("\n"))].join("\n");
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${KEYS.AWS_SECRET_ACCESS_KEY}`);
  return createHmac("sha256", key).update(text).digest("hex") === signature;
}

function readAuthorization(text: string) {
  const found = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    text,
  );
  const [, id, scope = "", names = "", signature] = found ?? [];
  return { id, scope, names: names.split(";"), signature };
}
