import { request } from "node:http";
import { DaemonIdentity } from "./daemon-record.ts";

const MAX_ANSWER = 64 * 1024;

export interface DaemonQuestion {
  socket: string;
  path: string;
  method?: "GET" | "POST";
  timeoutMs: number;
}

export type DaemonAnswer = { type: "answer"; status: number; body: string } | { type: "absent" | "silent" };

/** `absent`: nobody listens. `silent`: no answer in time. Never throws. */
export function askDaemon({
  socket,
  path,
  method = "GET",
  timeoutMs,
}: DaemonQuestion): Promise<DaemonAnswer> {
  return new Promise((resolve) => {
    const question = request({ socketPath: socket, path, method, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        body += chunk;
        if (body.length > MAX_ANSWER) question.destroy();
      });
      response.on("end", () => finish({ type: "answer", status: response.statusCode ?? 0, body }));
    });
    const timer = setTimeout(() => {
      question.destroy();
      finish({ type: "silent" });
    }, timeoutMs);
    const finish = (answer: DaemonAnswer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    question.on("error", () => finish({ type: "absent" }));
    question.end();
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
    // Another program uses the socket: same as no daemon.
    return "absent";
  }
}
