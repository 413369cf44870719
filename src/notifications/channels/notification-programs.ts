import type { Notification } from "../../kernel/ports/notifier.ts";

/** A program that notifies people. All users of a machine can see arguments, so they never contain the answer. */
export interface NotificationProgram {
  name: string;
  args: readonly string[];
  /** The text for its standard input. */
  input?: string;
}

/** Linux and the BSDs, then macOS. */
export function desktopPrograms({ title, project }: Notification): NotificationProgram[] {
  const body = `has answered in ${printable(project)}`;
  const script = [
    "on run argv",
    "display notification (item 2 of argv) with title (item 1 of argv)",
    "end run",
  ];
  return [
    { name: "notify-send", args: ["--app-name=Holdfast", "--", title, withoutMarkup(body)] },
    { name: "osascript", args: [...script.flatMap((line) => ["-e", line]), title, body] },
  ];
}

/** Speech Dispatcher, macOS, eSpeak. All of them read the text from standard input. */
export function speechPrograms({ title, project, summary }: Notification): NotificationProgram[] {
  const text = summary === "" ? "has answered." : summary;
  const input = `${title}, ${printable(project)}: ${text}\n`;
  return [
    { name: "spd-say", args: ["--wait", "--pipe-mode"], input },
    { name: "say", args: [], input },
    { name: "espeak-ng", args: ["--stdin"], input },
  ];
}

/** A directory may have any name. */
function printable(name: string): string {
  return name.replaceAll(/[\p{C}\s]+/gu, " ").trim();
}

/** Notification servers interpret some HTML. */
function withoutMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
