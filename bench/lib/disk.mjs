import { existsSync, statSync } from "node:fs";

export function bytesOfFiles(...paths) {
  return paths.filter((path) => existsSync(path)).reduce((sum, path) => sum + statSync(path).size, 0);
}
