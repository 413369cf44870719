import type { Config } from "../../kernel/config/config.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { NotificationChannel, Notifier } from "../../kernel/ports/notifier.ts";
import { desktopPrograms, speechPrograms } from "./notification-programs.ts";
import { NotificationQueue, type Send } from "./notification-queue.ts";
import { postWebhook } from "./post-webhook.ts";
import { runFirstAvailable } from "./run-first-available.ts";

interface NotifierOptions {
  webhook: Config["notifications"]["webhook"];
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  log: Logger;
}

/** The longest queues: late speech is useless, late webhook calls are not. */
const CAPACITY = { desktop: 5, speech: 1, webhook: 50 } satisfies Record<NotificationChannel, number>;

/** One queue per channel, so that speech does not delay other notifications. Closing aborts what is in progress. */
export function createNotifier({
  webhook,
  env,
  version,
  log,
}: NotifierOptions): Notifier & { close(): Promise<void> } {
  const senders: Record<NotificationChannel, Send> = {
    desktop: (notification, signal) => runFirstAvailable(desktopPrograms(notification), { env, signal }),
    speech: (notification, signal) => runFirstAvailable(speechPrograms(notification), { env, signal }),
    webhook: async (notification, signal) => {
      if (webhook !== undefined) await postWebhook(webhook, notification, { version, signal });
    },
  };
  const queue = (channel: NotificationChannel) =>
    new NotificationQueue(senders[channel], {
      capacity: CAPACITY[channel],
      onFailure: (error) => log.error("notification failed", error, { channel }),
    });
  const queues = { desktop: queue("desktop"), speech: queue("speech"), webhook: queue("webhook") };
  return {
    announce: (notification) => {
      for (const channel of notification.channels) queues[channel].add(notification);
    },
    close: async () => {
      await Promise.all(Object.values(queues).map((each) => each.close()));
    },
  };
}
