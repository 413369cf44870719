import { spawn } from "node:child_process";

/** The program that opens a file with what the user has chosen for it, without a shell. */
const OPENERS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "/usr/bin/open",
  linux: "xdg-open",
  win32: "explorer.exe",
};

/** Opens a local file in the browser. False if this machine has no screen or no program for it. */
export async function openInBrowser(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const opener = OPENERS[platform];
  const hasScreen = platform !== "linux" || Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"]);
  if (opener === undefined || !hasScreen) return false;
  return await new Promise((resolve) => {
    const child = spawn(opener, [file], { detached: true, stdio: "ignore" });
    child.on("error", () => resolve(false));
    child.on("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
