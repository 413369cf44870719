import type { RemoteAddress } from "./parse-address.ts";

/** What git adds to the reason of ssh, and what ssh prints before it asks. */
const ADDED =
  /^(?:fatal: Could not read from remote repository\.|Please make sure you have the correct access rights|and the repository exists\.|Please type 'yes'.*|@+)$/;

const ADVICE: readonly (readonly [reason: RegExp, next: (host: string) => string])[] = [
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/,
    (host) => `Connect once with \`ssh ${host}\`, compare the key of the host, and accept it there.`,
  ],
  [
    /Permission denied/,
    (host) =>
      `Holdfast never asks for a password: add a key of yours to the server, and to your agent with \`ssh-add\`. Try it: ssh ${host}`,
  ],
];

/** Why git failed, in what it printed, and what to do about ssh if it was used. */
export function explainFailure(
  said: string,
  { url, protocol }: RemoteAddress,
): { reason: string; next: string | undefined } {
  const lines = said.split("\n").map((line) => line.trim());
  const kept = lines.filter((line) => line !== "" && !ADDED.test(line));
  const reason = kept.slice(-2).join(" ").slice(0, 300) || said.slice(0, 300);
  const [, advise] = ADVICE.find(([pattern]) => protocol === "ssh" && pattern.test(said)) ?? [];
  return { reason, next: advise?.(sshHost(url)) };
}

/** As an argument of ssh. The address was checked before. */
function sshHost(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, url.indexOf(":"));
  const { username, hostname, port } = new URL(url);
  const host = username === "" ? hostname : `${decodeURIComponent(username)}@${hostname}`;
  return port === "" ? host : `-p ${port} ${host}`;
}
