import type { LogSession } from "../model/log-session.ts";
import { cut } from "../model/phrases.ts";
import { Deliveries } from "./deliveries.tsx";
import { FileList } from "./file-list.tsx";
import { LongText } from "./long-text.tsx";
import { Code } from "./words.tsx";

/** Beside the turns: decisions with their reasons, what is open, the files, and what was delivered. */
export function SessionAside({ session }: { session: LogSession }) {
  const { decisions, todos, failing, files, fileCount, id, worktree, turns } = session;
  const turnsOf = (path: string) =>
    (turns ?? []).filter((turn) => turn.files.some((file) => file.path === path)).map(({ number }) => number);
  return (
    <aside aria-label="About this session">
      <section class="card">
        <h2>Decisions</h2>
        {decisions.length === 0 ? <p class="quiet">None was recorded.</p> : null}
        <ul class="decisions">
          {decisions.slice(0, 40).map(({ decision, rationale }) => (
            <li key={decision}>
              <LongText class="decision" text={decision} max={300} />
              {rationale === null ? null : <LongText class="why" text={rationale} max={400} />}
            </li>
          ))}
        </ul>
      </section>
      {todos.length + failing.length > 0 ? <Open todos={todos} failing={failing} /> : null}
      {files.length > 0 ? (
        <section class="card">
          <h2>Files</h2>
          <FileList
            files={files}
            count={fileCount}
            session={id}
            worktree={worktree}
            turnsOf={turnsOf}
            first={12}
          />
        </section>
      ) : null}
      <section class="card">
        <h2>Delivered to the agent</h2>
        <Deliveries session={id} />
      </section>
    </aside>
  );
}

function Open({ todos, failing }: Pick<LogSession, "todos" | "failing">) {
  return (
    <section class="card">
      <h2>Still open</h2>
      <ul class="open-list">
        {todos.slice(0, 40).map(({ content, status }) => (
          <li key={content} class={status} dir="auto">
            {cut(content, 300)}
          </li>
        ))}
        {failing.slice(0, 20).map(({ command, output }) => (
          <li key={command} class="failing">
            <Code text={command} max={200} />
            <small dir="auto">{cut(output, 300)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
