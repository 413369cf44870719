import { join } from "node:path";
import * as z from "zod";
import type { AgentAdapter } from "../../../kernel/agent/agent.ts";
import { findJsonlSessions } from "../../files/find-session-files.ts";

/** The first line. `source` is an object if another thread started this one. */
const Header = z.object({
  type: z.literal("session_meta"),
  payload: z.object({ id: z.string().min(1), cwd: z.string(), source: z.string().optional() }),
});

/** `sessions/<year>/<month>/<day>/rollout-….jsonl` */
export const findSessionFiles: NonNullable<AgentAdapter["findSessionFiles"]> = (configDir, wants) =>
  findJsonlSessions({ root: join(configDir, "sessions"), depth: 3, wants, describe });

function describe(_path: string, [first]: readonly unknown[]) {
  const { data } = Header.safeParse(first);
  return data && { nativeSession: data.payload.id, cwd: data.payload.cwd };
}
