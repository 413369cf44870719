import { useState } from "preact/hooks";
import { shellQuoted } from "../../src/text/shell-quoted.ts";
import type { LogSession } from "../model/log-session.ts";

/** The command that continues a session in a terminal, and a button that copies it. */
export function ContinueSession({ session: { nativeId, worktree } }: { session: LogSession }) {
  const [message, setMessage] = useState("");
  const command = `cd ${shellQuoted(worktree)} && holdfast continue ${shellQuoted(nativeId)}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      setMessage("Copied. Paste it into a terminal.");
    } catch {
      setMessage("Select the command and copy it.");
    }
  };
  return (
    <div class="continue">
      <code dir="ltr">{command}</code>
      <button type="button" onClick={() => void copy()}>
        Copy
      </button>
      <span role="status" class="quiet">
        {message}
      </span>
    </div>
  );
}
