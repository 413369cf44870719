import { type GitPlace, runGit } from "../snapshots/run-git.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** How the person gets access: keys, credentials, proxies. Everything else of their settings has no effect. */
const ACCESS = String.raw`^(credential\.|http\.|ssh\.variant$|core\.(sshcommand|askpass)$)`;
/** Would send what is pushed to a place that nobody named. */
const REDIRECTS = /\.followredirects$/i;
/** What ssh, credential helpers and proxies need of the environment. No variable of git is among it. */
const VARIABLES = [
  "SSH_AUTH_SOCK",
  "SSH_AGENT_PID",
  "XDG_CONFIG_HOME",
  "XDG_RUNTIME_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
  "GNUPGHOME",
  "USER",
  "LOGNAME",
  "http_proxy",
  "https_proxy",
  "HTTPS_PROXY",
  "all_proxy",
  "ALL_PROXY",
  "no_proxy",
  "NO_PROXY",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
];
/** A program in the background cannot answer questions. */
const SSH = "ssh -o BatchMode=yes -o ConnectTimeout=20 -o ServerAliveInterval=15";
/** A command of the user may lack those options. At a terminal, its questions would wait for an answer unseen. */
const NO_QUESTIONS = { SSH_ASKPASS: "false", SSH_ASKPASS_REQUIRE: "force" };

/**
 * The environment for talking to a remote: of the user's own settings (never of a repository), only those that give
 * access. They are passed as variables, since other users could see secrets in arguments.
 */
export async function accessEnvironment(place: GitPlace, env: Env, home: string): Promise<NodeJS.ProcessEnv> {
  const given = Object.fromEntries(VARIABLES.map((name) => [name, env[name]]));
  const own = { ...given, ...NO_QUESTIONS, HOME: home };
  const open = { ...own, GIT_CONFIG_NOSYSTEM: undefined, GIT_CONFIG_GLOBAL: undefined };
  const output = await runGit(
    { ...place, environment: open },
    ["config", "--includes", "-z", "--get-regexp", ACCESS],
    { accept: [1], limit: 1024 * 1024 },
  );
  const settings = [["core.sshCommand", SSH] as const, ...parse(output.toString())];
  const numbered = settings.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...own, GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(numbered) };
}

/** A name, and after a line feed its value, each ended by a NUL. A name alone means true. */
function parse(output: string): (readonly [name: string, value: string])[] {
  return output
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => {
      const at = entry.indexOf("\n");
      return at === -1 ? ([entry, "true"] as const) : ([entry.slice(0, at), entry.slice(at + 1)] as const);
    })
    .filter(([name]) => !REDIRECTS.test(name));
}
