import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));

/** Installs LangGraph's savers, which no one needs but the bench. Gives the reason when that failed. */
export function installPeers() {
  if (existsSync(join(folder, "node_modules", "@langchain", "langgraph-checkpoint-postgres")))
    return undefined;
  try {
    execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund"], { stdio: "ignore" });
    return undefined;
  } catch (error) {
    return `LangGraph's savers did not install here: ${String(error.message).split("\n")[0]}`;
  }
}
