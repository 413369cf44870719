import { basename } from "node:path";
import type { Capture } from "../kernel/capture.ts";
import { describesWork } from "../statements/describes-work.ts";
import { count } from "../text/phrases.ts";
import { requestsOf } from "./has-work.ts";
import { changedPaths, deletedPaths, inheritedOf, withInherited } from "./inherit.ts";

/**
 * What a session is about, on one line and uncut: the name that its user gave it, otherwise its goal or the one that it
 * took over, otherwise the first request that describes work, otherwise what the person agreed to or was asked, otherwise
 * which files changed. Empty only for a session without work. Wherever a session has a title, it is this one.
 */
export function workSubject(capture: Capture): string {
  const whole = withInherited(capture);
  const first =
    capture.title ??
    capture.goal ??
    whole.goal ??
    whole.prompts.map(({ text }) => plain(text)).find(describesWork);
  return plain(first ?? agreedOn(whole) ?? changesOf(whole));
}

/** The latest request that describes work, on one line: that of the session before, while this one only went on. */
export function latestWork(capture: Capture): string | undefined {
  const inherited = plain(inheritedOf(capture)?.request ?? "");
  const found = withInherited(capture).prompts.findLast(({ text }) => describesWork(plain(text)));
  if (found) return plain(found.text);
  return describesWork(inherited) ? inherited : undefined;
}

function plain(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
}

/** What the agent proposed or asked, if the person only agreed to it or answered. */
function agreedOn(capture: Capture): string | undefined {
  const agreed = requestsOf(capture).length > 0 ? capture.proposal : null;
  return agreed ?? capture.responses.findLast(({ asked }) => asked !== null)?.asked ?? undefined;
}

function changesOf(capture: Capture): string {
  const paths = [...deletedPaths(capture), ...changedPaths(capture)];
  const name = basename(paths.at(-1) ?? "");
  if (name === "") return "";
  return `changes in ${paths.length === 1 ? name : `${name} and ${count(paths.length - 1, "more file")}`}`;
}
