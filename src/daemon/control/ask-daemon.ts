import { request } from "node:http";
import { DaemonIdentity } from "./daemon-record.ts";

const MAX_ANSWER = 64 * 1024;

export interface DaemonRequest {
  socket: string;
  path: string;
  method?: "GET" | "POST";
  timeoutMs: number;
}

export type DaemonAnswer = { type: "answer"; status: number; body: string } | { type: "absent" | "silent" };

/** Sends a request to the daemon. `absent`: no process listens. `silent`: no answer in time. Never throws. */
export function askDaemon({ socket, path, method = "GET", timeoutMs }: DaemonRequest): Promise<DaemonAnswer> {
  return new Promise((resolve) => {
    const sent = request({ socketPath: socket, path, method, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        body += chunk;
        if (body.length > MAX_ANSWER) sent.destroy();
      });
      response.on("end", () => finish({ type: "answer", status: response.statusCode ?? 0, body }));
    });
    const timer = setTimeout(() => {
      sent.destroy();
      finish({ type: "silent" });
    }, timeoutMs);
    const finish = (answer: DaemonAnswer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    sent.on("error", () => finish({ type: "absent" }));
    sent.end();
  });
}

/** The identity of the process that answers on the socket. */
export async function askIdentity(
  socket: string,
  timeoutMs: number,
): Promise<DaemonIdentity | "absent" | "silent"> {
  const answer = await askDaemon({ socket, path: "/v1/identity", timeoutMs });
  if (answer.type !== "answer") return answer.type;
  try {
    return DaemonIdentity.parse(JSON.parse(answer.body));
  } catch {
    // Another program uses the socket, which is the same as no daemon.
    return "absent";
  }
}
