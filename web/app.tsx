import { loggedOut, offline } from "./api/call.ts";
import { route } from "./model/navigate.ts";
import type { View } from "./model/route.ts";
import { NavBar } from "./parts/nav-bar.tsx";
import { CheckpointPage } from "./views/checkpoint.tsx";
import { Health } from "./views/health.tsx";
import { LineagePage } from "./views/lineage.tsx";
import { SessionPage } from "./views/session.tsx";
import { Today } from "./views/today.tsx";
import { Welcome } from "./views/welcome.tsx";
import { Workflows } from "./views/workflows.tsx";

export function App() {
  if (loggedOut.value) return <Welcome problem="The login has ended." />;
  const { view, id } = route.value;
  return (
    <>
      <NavBar />
      {offline.value ? (
        <p class="banner" role="alert">
          The daemon does not answer. <code>holdfast ui</code> starts it again.
        </p>
      ) : null}
      <main id="main" tabIndex={-1} key={`${view}/${id}`}>
        <Content view={view} id={id} />
      </main>
    </>
  );
}

function Content({ view, id }: { view: View; id: string }) {
  switch (view) {
    case "checkpoint":
      return <CheckpointPage id={id} />;
    case "workflows":
      return <Workflows id={id} />;
    case "session":
      return <SessionPage id={id} />;
    case "lineage":
      return <LineagePage id={id} />;
    case "health":
      return <Health />;
    case "today":
      return <Today />;
  }
}
