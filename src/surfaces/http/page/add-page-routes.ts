import type { Hono } from "hono";
import * as z from "zod";
import type { Context } from "../../../kernel/context.ts";
import { HoldfastError } from "../../../kernel/errors.ts";
import { parseJson } from "../../parse-json.ts";
import { jsonResponse } from "../json-response.ts";
import { rateLimit } from "../rate-limit.ts";
import { readBody } from "../read-body.ts";
import { refuseOtherMethods } from "../refuse-other-methods.ts";
import type { PageAccess } from "./page-access.ts";
import { cookieHeader, requireOrigin } from "./page-call.ts";
import type { PageEvents } from "./page-events.ts";
import { PAGE_FILE_PATHS, pageFileResponse } from "./page-files.ts";
import { storeRevision } from "./store-revision.ts";

/** The page in the browser: who may use it, and the streams that keep it up to date. */
export interface Page {
  access: PageAccess;
  events: PageEvents;
}

const LOGIN = "/page/login";
/** Served without credentials: files without data, and the exchange of a one-time token. */
export const PUBLIC_PAGE_PATHS = [...PAGE_FILE_PATHS, LOGIN];

const WRONG_TOKENS_PER_MINUTE = 20;
const Login = z.object({ token: z.string().max(100) });

/** Adds the files of the page, its login and its events. The page itself calls the operations. */
export function addPageRoutes(
  app: Hono,
  ctx: Pick<Context, "programDir" | "clock" | "config" | "paths" | "store">,
  { page, port }: { page: Page; port: number },
): void {
  for (const path of PAGE_FILE_PATHS) {
    app.get(path, async () => await pageFileResponse(ctx.programDir, path));
    refuseOtherMethods(app, path, ["GET"]);
  }
  const countWrongToken = rateLimit(ctx.clock, WRONG_TOKENS_PER_MINUTE, "wrong tokens");
  app.post(LOGIN, async ({ req: { raw } }) => {
    requireOrigin(raw.headers);
    const given = Login.safeParse(await bodyOf(raw)).data;
    const credentials = given && page.access.redeemToken(given.token);
    if (!credentials) {
      countWrongToken();
      throw new HoldfastError("unauthorized", "This link was used already, or is older than a minute.", {
        next: "Run `holdfast ui` again.",
      });
    }
    const { cookie, key } = credentials;
    return jsonResponse({ key }, 200, { "set-cookie": cookieHeader(cookie, port) });
  });
  refuseOtherMethods(app, LOGIN, ["POST"]);
  app.get("/events", async ({ req }) =>
    page.events.connect(req.header("last-event-id") ?? null, () => storeRevision(ctx)),
  );
  refuseOtherMethods(app, "/events", ["GET"]);
}

async function bodyOf(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? ""))
    throw new HoldfastError("unsupported_media", "Send application/json.");
  try {
    return parseJson(new TextDecoder().decode(await readBody(request)));
  } catch (error) {
    if (error instanceof HoldfastError) throw error;
    return undefined;
  }
}
