import { request as plainRequest } from "node:http";
import { request } from "node:https";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Notification } from "../../kernel/ports/notifier.ts";

const LONGEST_MS = 3_000;

/** Posts a notification. Only the status of the response matters: its body is not read, and redirects are not followed. */
export async function postWebhook(
  url: string,
  { channels: _channels, title: _title, at, ...content }: Notification,
  { version, signal }: { version: string; signal: AbortSignal },
): Promise<void> {
  const body = JSON.stringify({ event: "agent_stop", at: new Date(at).toISOString(), ...content });
  const send = url.startsWith("http:") ? plainRequest : request;
  const status = await new Promise<number>((resolve, reject) => {
    const call = send(url, {
      method: "POST",
      agent: false,
      signal,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": `holdfast/${version}`,
      },
    });
    // Not `AbortSignal.timeout` within `AbortSignal.any`, which garbage collection can lose (nodejs/node#57736).
    const limit = setTimeout(() => call.destroy(tooLate()), LONGEST_MS);
    call.on("close", () => clearTimeout(limit));
    call.on("response", (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    call.on("error", reject);
    call.end(body);
  });
  if (status < 200 || status > 299) throw new HoldfastError("internal", `The webhook answered ${status}.`);
}

function tooLate(): HoldfastError {
  return new HoldfastError("internal", `The webhook did not answer within ${LONGEST_MS / 1_000} seconds.`);
}
