import { useState } from "preact/hooks";
import { shellQuoted } from "../../src/text/shell-quoted.ts";
import type { LogSession } from "../model/log-session.ts";

/** What one does with a session in a terminal: continue it here, or take it to another machine. */
export function SessionCommands({ session: { nativeId, worktree } }: { session: LogSession }) {
  const run = (command: string) =>
    `cd ${shellQuoted(worktree)} && holdfast ${command} ${shellQuoted(nativeId)}`;
  return (
    <>
      <Command label="Continue" command={run("continue")} />
      <Command label="Export" command={run("export")} />
    </>
  );
}

/** A command, and a button that copies it. */
function Command({ label, command }: { label: string; command: string }) {
  const [message, setMessage] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      setMessage("Copied. Paste it into a terminal.");
    } catch {
      setMessage("Select the command and copy it.");
    }
  };
  return (
    <div class="action-row">
      <span class="quiet">{label}</span>
      <code dir="ltr">{command}</code>
      <button type="button" onClick={() => void copy()} aria-label={`Copy the command: ${label}`}>
        Copy
      </button>
      <span role="status" class="quiet">
        {message}
      </span>
    </div>
  );
}
