import { randomUUID } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

const AGENTS = 50;
const EVERY_MS = 500;
const PING_MS = 20;

/**
 * Fifty agents, two events a second each, as the shell entry hands them over: every second one waits for its answer,
 * the others are left in the spool. Beside them a ping shows how long the daemon keeps anybody waiting.
 */
export async function loadDaemon({ state, project }, seconds) {
  const until = performance.now() + seconds * 1_000;
  const answers = [];
  const pings = [];
  const place = { state, project, until };
  const counts = await Promise.all([
    ...Array.from({ length: AGENTS }, (_, i) => runAgent(place, (i * EVERY_MS) / AGENTS, answers)),
    runPing(place, pings),
  ]);
  return { sent: counts.reduce((a, b) => a + b, 0), answers, pings };
}

async function runAgent({ state, project, until }, offset, answers) {
  const session = randomUUID();
  let sent = 0;
  await sleep(offset);
  for (let next = performance.now(); next < until; next += EVERY_MS) {
    await sleep(Math.max(0, next - performance.now()));
    if (sent % 2 === 0) answers.push(await prompt({ state, project, session }, sent));
    else leaveTool({ state, project, session }, sent);
    sent += 1;
  }
  return sent;
}

async function prompt(agent, number) {
  const started = performance.now();
  const id = randomUUID();
  write(agent, `${id}.part`, "UserPromptSubmit", { prompt: `Step ${number}. ${"Add a flag. ".repeat(300)}` });
  const status = await ask(agent.state, `/v1/hook/${id}`);
  if (status !== 200)
    renameSync(join(agent.state, "spool", `${id}.part`), join(agent.state, "spool", `${id}.json`));
  return performance.now() - started;
}

function leaveTool(agent, number) {
  const call = { tool_name: "Edit", tool_use_id: `t${number}`, tool_response: "x ".repeat(1_000) };
  const tool_input = { file_path: join(agent.project, `file-${number % 40}.ts`) };
  write(agent, `${randomUUID()}.json`, "PostToolBatch", { tool_calls: [{ ...call, tool_input }] });
}

function write({ state, project, session }, name, event, fields) {
  const payload = { session_id: session, cwd: project, hook_event_name: event, ...fields };
  const header = `holdfast-spool 1 claude-code ${event} ${process.pid}\n`;
  writeFileSync(join(state, "spool", name), header + JSON.stringify(payload), { mode: 0o600 });
}

async function runPing({ state, until }, pings) {
  while (performance.now() < until) {
    const started = performance.now();
    await ask(state, "/v1/identity");
    pings.push(performance.now() - started);
    await sleep(PING_MS);
  }
  return 0;
}

function ask(state, path) {
  return new Promise((resolve) => {
    const question = request({ socketPath: join(state, "daemon.sock"), path, agent: false }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    question.on("error", () => resolve(0)).end();
  });
}
