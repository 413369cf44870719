import { HoldfastError } from "../../../kernel/errors.ts";

const MAX_STREAMS = 20;
const POLL_MS = 1_000;
/** A comment keeps the connection open, and shows a client that left. */
const BEAT_EVERY = 15;
/** A client that does not read gets no more than this many events; it only needs the newest. */
const MAX_QUEUED = 4;

type Revision = () => Promise<string>;

/** Notifies open pages that the store has changed. They then read again what they show. */
export interface PageEvents {
  /** A stream of events. After a reconnection, `lastId` is the id of the last event that the client received. */
  connect(lastId: string | null, readRevision: Revision): Promise<Response>;
  /** Number of open streams. */
  count(): number;
}

/** Reads the revision only while somebody is connected, once for all of them. */
export function createPageEvents(pollMs = POLL_MS): PageEvents {
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let polling: { stop: () => void } | undefined;
  const drop = (stream: ReadableStreamDefaultController<Uint8Array>) => {
    streams.delete(stream);
    if (streams.size > 0) return;
    polling?.stop();
    polling = undefined;
  };
  return {
    count: () => streams.size,
    async connect(lastId, readRevision) {
      if (streams.size >= MAX_STREAMS)
        throw new HoldfastError("rate_limited", `More than ${MAX_STREAMS} pages are open.`, {
          next: "Close some of them; this one then updates again.",
        });
      const now = await readRevision();
      let own: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>(
        {
          start(stream) {
            own = stream;
            streams.add(stream);
            send(stream, lastId === now ? ": connected\n\n" : changed(now));
            polling ??= poll(streams, now, { readRevision, pollMs });
          },
          cancel: () => own && drop(own),
        },
        { highWaterMark: MAX_QUEUED },
      );
      return new Response(body, { headers: HEADERS });
    },
  };
}

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

function poll(
  streams: ReadonlySet<ReadableStreamDefaultController<Uint8Array>>,
  first: string,
  { readRevision, pollMs }: { readRevision: Revision; pollMs: number },
): { stop: () => void } {
  let known = first;
  let ticks = 0;
  const tick = async () => {
    ticks++;
    // A store that cannot be read now is read again at the next tick.
    const now = await readRevision().catch(() => known);
    const isBeat = ticks % BEAT_EVERY === 0;
    if (now === known && !isBeat) return;
    const event = now === known ? ": beat\n\n" : changed(now);
    known = now;
    for (const stream of streams) send(stream, event);
  };
  const timer = setInterval(() => void tick(), pollMs);
  return { stop: () => clearInterval(timer) };
}

function changed(revision: string): string {
  return `id: ${revision}\nevent: changed\ndata: {}\n\n`;
}

function send(stream: ReadableStreamDefaultController<Uint8Array>, text: string): void {
  if ((stream.desiredSize ?? 0) > 0) stream.enqueue(new TextEncoder().encode(text));
}
