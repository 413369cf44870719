/**
 * Every failure a person or an agent can meet: the HTTP status, the exit code (sysexits.h where one fits) and
 * what to do next. `docs/errors.md` lists the same rows; a test holds the two together.
 */
export const ERRORS = {
  invalid_input: { http: 400, exit: 64, next: "Correct the named field and call again." },
  unauthorized: { http: 401, exit: 77, next: "Send what `holdfast token` prints as a bearer token." },
  forbidden: { http: 403, exit: 77, next: "Call from this machine, without a foreign Host or Origin." },
  not_found: { http: 404, exit: 66, next: "List what there is with `holdfast list`." },
  method_not_allowed: { http: 405, exit: 64, next: "Use a method that the Allow header names." },
  ambiguous_id: { http: 409, exit: 64, next: "Give more characters of the id." },
  conflict: { http: 409, exit: 75, next: "Read the record again and repeat the call." },
  too_large: { http: 413, exit: 65, next: "Send less: the limit is in the message." },
  unsupported_media: { http: 415, exit: 64, next: "Send the body as application/json." },
  rate_limited: { http: 429, exit: 75, next: "Wait a minute and call again." },
  state_corrupt: { http: 500, exit: 65, next: "Resume the parent; `holdfast doctor` tells what is damaged." },
  store_busy: { http: 503, exit: 75, next: "Another process holds the database: call again in a moment." },
  store_full: { http: 507, exit: 74, next: "Free disk space or run `holdfast prune`." },
  store_unavailable: {
    http: 503,
    exit: 74,
    next: "Run `holdfast doctor`: it says what is wrong with the store.",
  },
  store_newer: {
    http: 503,
    exit: 78,
    next: "Upgrade holdfast: this database was written by a newer version.",
  },
  config_invalid: { http: 500, exit: 78, next: "Correct the configuration file named in the message." },
  not_supported: { http: 501, exit: 69, next: "Run `holdfast status` to see what this agent can do." },
  daemon_unavailable: { http: 503, exit: 69, next: "Run `holdfast daemon start`." },
  internal: {
    http: 500,
    exit: 70,
    next: "Run `holdfast doctor`; if it is well, report the message as a bug.",
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** The one error class. `message` is for people and names what to correct; `details` is for programs. */
export class HoldfastError extends Error {
  override readonly name = "HoldfastError";
  readonly code: ErrorCode;
  /** The code's own advice, unless this failure knows better. */
  readonly next: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { next?: string; details?: Record<string, unknown> } = {},
  ) {
    super(message, options);
    this.code = code;
    this.next = options.next ?? ERRORS[code].next;
    this.details = options.details ?? {};
  }
}
