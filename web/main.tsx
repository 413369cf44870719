import { render } from "preact";
import { loggedOut } from "./api/call.ts";
import { login, readKey } from "./api/credentials.ts";
import { followChanges } from "./api/live.ts";
import { App } from "./app.tsx";
import { Welcome } from "./views/welcome.tsx";

void start();

async function start(): Promise<void> {
  const root = document.getElementById("page");
  if (!root) return;
  const problem = await login();
  if (problem !== undefined || readKey() === null) {
    render(<Welcome problem={problem} />, root);
    return;
  }
  render(<App />, root);
  await followChanges();
  if (loggedOut.value) render(<Welcome problem="The login has ended." />, root);
}
