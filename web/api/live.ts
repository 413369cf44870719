import { signal } from "@preact/signals";
import { loggedOut, offline } from "./call.ts";
import { readKey } from "./credentials.ts";
import { splitEvents } from "./split-events.ts";

/** Grows with each change of the store. What is shown is then read again. */
export const revision = signal(0);

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Several changes within this time are one. */
const SETTLE_MS = 1_200;

/** Follows the events of the daemon until the login ends. A connection that is lost is made again, with pauses. */
export async function followChanges(): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  const seen = { id: "" };
  while (!loggedOut.value) {
    const received = await readStream(seen).catch(() => false);
    offline.value = !received;
    pause = received ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Reads until the stream ends. Not an `EventSource`, which cannot send the key. True if it was connected. */
async function readStream(seen: { id: string }): Promise<boolean> {
  const headers = { "x-holdfast-page": readKey() ?? "", ...(seen.id ? { "last-event-id": seen.id } : {}) };
  const response = await fetch("/events", { headers });
  if (response.status === 401) loggedOut.value = true;
  if (!response.ok || !response.body) return false;
  offline.value = false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return true;
    const split = splitEvents(rest + value);
    rest = split.rest;
    for (const { id } of split.events) {
      // The first event only names the revision that was just read.
      if (seen.id !== "") announce();
      seen.id = id;
    }
  }
}

let timer: number | undefined;

function announce(): void {
  timer ??= window.setTimeout(() => {
    timer = undefined;
    revision.value += 1;
  }, SETTLE_MS);
}
