import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createBucketArchive } from "../../src/archive/bucket-archive.ts";
import type { Archive } from "../../src/kernel/ports/archive.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const TIMEOUT_MS = 300;

/** An archive in the bucket of a server on loopback that answers as given, and the number of requests so far. */
async function withArchive(
  answer: (response: ServerResponse, request: number) => void,
  work: (archive: Archive, requests: () => number) => Promise<void>,
): Promise<void> {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(response, ++requests));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const keys = { accessKeyId: "id", secretAccessKey: "key", region: "any" };
  const bucket = { endpoint: `http://127.0.0.1:${port}`, bucket: "b", prefix: "", ...keys };
  try {
    await work(createBucketArchive(bucket, TIMEOUT_MS), () => requests);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

test.each([
  ["answers nothing", () => {}],
  ["stops within its answer", (response: ServerResponse) => void response.writeHead(200).write("part")],
])("D53: a server that %s is given up, whatever is collected as garbage", async (_, answer) => {
  const collecting = setInterval(collectGarbage, 20);
  try {
    await withArchive(answer, async (archive) => {
      await expect(archive.get("a.jsonl.gz")).rejects.toMatchObject({ code: "archive_unavailable" });
    });
  } finally {
    clearInterval(collecting);
  }
});

test("D53: a busy server is asked twice more, and no more often", async () => {
  const busyUntil = (last: number) => (response: ServerResponse, request: number) =>
    void response.writeHead(request <= last ? 503 : 200).end("bundle");
  await withArchive(busyUntil(2), async (archive, requests) => {
    expect(Buffer.from((await archive.get("a.jsonl.gz")) ?? []).toString()).toBe("bundle");
    expect(requests()).toBe(3);
  });
  await withArchive(busyUntil(3), async (archive, requests) => {
    await expect(archive.get("a.jsonl.gz")).rejects.toThrow("the server answered 503");
    expect(requests()).toBe(3);
  });
});

test("D53: an endpoint where nothing listens is named with the reason, also if it has several addresses", async () => {
  const keys = { accessKeyId: "id", secretAccessKey: "key", region: "any" };
  const archive = createBucketArchive({ endpoint: "http://localhost:1", bucket: "b", prefix: "", ...keys });
  await expect(archive.list()).rejects.toThrow(/s3:\/\/b\/ cannot be used: connect ECONNREFUSED \S+:1\./);
});
