/**
 * Every error that users see: its HTTP status, its exit code (from sysexits.h where possible) and what to do next.
 * A test compares the rows with `docs/errors.md`.
 */
export const ERRORS = {
  invalid_input: { http: 400, exit: 64, next: "Correct the named field and try again." },
  unauthorized: { http: 401, exit: 77, next: "Send the output of `holdfast token` as a bearer token." },
  forbidden: {
    http: 403,
    exit: 77,
    next: "Call from this machine, without a foreign Host or Origin header.",
  },
  not_found: { http: 404, exit: 66, next: "Run `holdfast list` to see the checkpoints." },
  method_not_allowed: { http: 405, exit: 64, next: "Use a method from the Allow header." },
  ambiguous_id: { http: 409, exit: 64, next: "Use more characters of the id." },
  conflict: {
    http: 409,
    exit: 75,
    next: "Something else changed it at the same time. Run the command again.",
  },
  too_large: { http: 413, exit: 65, next: "Make the input smaller." },
  unsupported_media: { http: 415, exit: 64, next: "Send the body as application/json." },
  rate_limited: { http: 429, exit: 75, next: "Wait a minute and try again." },
  state_corrupt: {
    http: 500,
    exit: 65,
    next: "Resume the parent checkpoint, or run `holdfast doctor` to find the damage.",
  },
  step_failed: { http: 422, exit: 70, next: "Correct the cause, then run `holdfast workflow retry <run>`." },
  workflow_changed: {
    http: 409,
    exit: 65,
    next: "Restore the code that started the run, or guard the change with `wf.patched(id)`.",
  },
  store_busy: { http: 503, exit: 75, next: "Another process has locked the database; try again shortly." },
  store_full: { http: 507, exit: 74, next: "Free disk space or run `holdfast prune`." },
  store_unavailable: {
    http: 503,
    exit: 74,
    next: "Run `holdfast doctor` to check the store.",
  },
  store_newer: {
    http: 503,
    exit: 78,
    next: "Upgrade Holdfast; a newer version wrote this database.",
  },
  archive_unavailable: {
    http: 503,
    exit: 74,
    next: "Check `archive` in config.json and the credentials; nothing is deleted until then.",
  },
  remote_unavailable: {
    http: 503,
    exit: 74,
    next: "Check the connection and your access, then run the command again: it continues where it stopped.",
  },
  snapshot_failed: {
    http: 503,
    exit: 74,
    next: "Correct the cause; `holdfast changes` shows what could not be captured.",
  },
  disk_full: {
    http: 507,
    exit: 74,
    next: "Free disk space, then run the command again. `holdfast prune` gives back the space of expired captures.",
  },
  config_invalid: { http: 500, exit: 78, next: "Correct the configuration file named in the message." },
  not_supported: { http: 501, exit: 69, next: "Run `holdfast status` to see what this agent supports." },
  daemon_unavailable: { http: 503, exit: 69, next: "Run `holdfast daemon start`." },
  internal: {
    http: 500,
    exit: 70,
    next: "Run `holdfast doctor`; if it finds no problem, report a bug.",
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** The only error class. `message` tells a person what is wrong; `details` are for programs. */
export class HoldfastError extends Error {
  override readonly name = "HoldfastError";
  readonly code: ErrorCode;
  /** What to do next. Defaults to the advice for the code. */
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

/** The store cannot be used now, which says nothing about what was to be stored. */
export function isStoreFailure(error: unknown): error is HoldfastError {
  return error instanceof HoldfastError && error.code.startsWith("store_");
}
