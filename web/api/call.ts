import { signal } from "@preact/signals";
import type { operationsByName } from "../../src/operations-by-name.ts";
import { readKey } from "./credentials.ts";

type Operations = typeof operationsByName;
export type OperationName = keyof Operations;
/** What an operation returns, as its own schema says. */
export type Output<N extends OperationName> = Awaited<ReturnType<Awaited<ReturnType<Operations[N]>>["call"]>>;

/** A refusal of the daemon, with what to do next. */
export interface Failure {
  code: string;
  message: string;
  next: string;
}

/** Whether the browser must log in again. */
export const loggedOut = signal(false);
/** Whether the daemon does not answer. */
export const offline = signal(false);

export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Calls an operation, in a directory if it applies to one. Throws a `CallError` if it is refused. */
export async function call<N extends OperationName>(
  operation: N,
  input: object = {},
  directory?: string,
): Promise<Output<N>> {
  const where = directory === undefined ? {} : { "x-holdfast-directory": directory };
  const headers = { "content-type": "application/json", "x-holdfast-page": readKey() ?? "", ...where };
  const response = await send(`/v1/${operation}`, { method: "POST", headers, body: JSON.stringify(input) });
  const body = (await response.json()) as unknown;
  if (response.ok) return body as Output<N>;
  if (response.status === 401) loggedOut.value = true;
  throw new CallError(body as Failure);
}

async function send(path: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, options);
    offline.value = false;
    return response;
  } catch {
    offline.value = true;
    throw new CallError({
      code: "offline",
      message: "The daemon does not answer.",
      next: "Run `holdfast ui` to start it and open the page again.",
    });
  }
}
