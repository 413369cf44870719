import { request as plainRequest } from "node:http";
import { request } from "node:https";
import { buffer } from "node:stream/consumers";

export interface SignedRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
}

export interface ServerResponse {
  status: number;
  body: Uint8Array;
}

/**
 * Sends a request and reads the whole response, within a time limit. Redirects are not followed.
 * Not with `fetch`: garbage collection can lose its time limit (nodejs/node#57736).
 */
export async function sendRequest(
  { url, method, headers, body }: SignedRequest,
  timeoutMs: number,
): Promise<ServerResponse> {
  const send = url.protocol === "http:" ? plainRequest : request;
  return await new Promise((resolve, reject) => {
    const call = send(url, { method, headers, agent: false });
    const tooLate = () => new Error(`there was no complete response within ${timeoutMs / 1_000} seconds`);
    const limit = setTimeout(() => call.destroy(tooLate()), timeoutMs);
    call.on("close", () => clearTimeout(limit));
    call.on("error", reject);
    call.on("response", (response) => {
      buffer(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject);
    });
    call.end(body);
  });
}
