import type { AnnouncementWay, Announcer } from "../kernel/announcer.ts";
import type { Config } from "../kernel/config.ts";
import type { Logger } from "../kernel/context.ts";
import { postWebhook } from "./post-webhook.ts";
import { runFirst } from "./run-first.ts";
import { notifiers, speakers } from "./speaking-programs.ts";
import { type Tell, TellingQueue } from "./telling-queue.ts";

interface AnnouncerOptions {
  webhook: Config["feedback"]["webhook"];
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  log: Logger;
}

/** How many may wait: what is spoken late is old news, what a program counts is not. */
const ROOM = { desktop: 5, speech: 1, webhook: 50 } satisfies Record<AnnouncementWay, number>;

/** One queue for each way, so that a long speech holds up no notification. Closing ends what is under way. */
export function createAnnouncer({
  webhook,
  env,
  version,
  log,
}: AnnouncerOptions): Announcer & { close(): Promise<void> } {
  const ways: Record<AnnouncementWay, Tell> = {
    desktop: (announcement, signal) => runFirst(notifiers(announcement), { env, signal }),
    speech: (announcement, signal) => runFirst(speakers(announcement), { env, signal }),
    webhook: async (announcement, signal) => {
      if (webhook !== undefined) await postWebhook(webhook, announcement, { version, signal });
    },
  };
  const queue = (way: AnnouncementWay) =>
    new TellingQueue(ways[way], {
      room: ROOM[way],
      onFailure: (error) => log.error("announcement failed", error, { way }),
    });
  const queues = { desktop: queue("desktop"), speech: queue("speech"), webhook: queue("webhook") };
  return {
    announce: (announcement) => {
      for (const way of announcement.ways) queues[way].add(announcement);
    },
    close: async () => {
      await Promise.all(Object.values(queues).map((each) => each.close()));
    },
  };
}
