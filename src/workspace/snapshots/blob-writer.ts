import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { HoldfastError } from "../../kernel/errors.ts";
import { environmentOf, outsideOf } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/** Reads blobs through one git process, which starts with the first of them. */
export interface BlobWriter {
  write(blob: string, descriptor: number): Promise<void>;
  close(): void;
}

export function createBlobWriter(layout: StoreLayout): BlobWriter {
  let reader: Reader | undefined;
  return {
    async write(blob, descriptor) {
      reader ??= openReader(layout);
      try {
        await reader.copy(blob, descriptor);
      } catch (error) {
        // What is left of this blob in its output would be taken for the next one.
        reader.close();
        reader = undefined;
        throw error;
      }
    },
    close: () => reader?.close(),
  };
}

interface Reader {
  copy(blob: string, descriptor: number): Promise<void>;
  close(): void;
}

function openReader(layout: StoreLayout): Reader {
  const child = spawn("git", ["cat-file", "--batch"], {
    cwd: outsideOf(layout),
    env: environmentOf({ ...layout, objects: undefined }),
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.on("error", () => {}); // its output ends, which is noticed
  child.stdin.on("error", () => {});
  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  const more = async (blob: string) => {
    const { value, done } = await chunks.next();
    if (done) throw unreadable(blob);
    return value;
  };
  const header = async (blob: string) => {
    while (!rest.includes(10)) rest = Buffer.concat([rest, await more(blob)]);
    const end = rest.indexOf(10);
    const line = rest.toString("latin1", 0, end);
    rest = rest.subarray(end + 1);
    return line;
  };
  return {
    async copy(blob, descriptor) {
      child.stdin.write(`${blob}\n`);
      const [, type, size] = (await header(blob)).split(" ");
      if (type !== "blob") throw unreadable(blob);
      let left = Number(size);
      while (left > 0) {
        if (rest.length === 0) rest = await more(blob);
        const part = rest.subarray(0, left);
        writeAll(descriptor, part);
        left -= part.length;
        rest = rest.subarray(part.length);
      }
      await header(blob); // the line feed that ends it
    },
    close: () => child.kill(),
  };
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

function unreadable(blob: string): HoldfastError {
  return new HoldfastError("state_corrupt", `The captured content ${blob.slice(0, 12)} cannot be read.`);
}
