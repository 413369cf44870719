import type { Detector } from "../detector.ts";
import { classifyName } from "../names/classify-name.ts";
import type { Span } from "../span.ts";
import { isPlaceholder } from "../values/placeholder.ts";
import { hasMixture } from "../values/randomness.ts";

const VALUE = `(?:"([^"\\n]{3,256})"|'([^'\\n]{3,256})'|([^\\s"'\`|;&<>]{3,256}))`;
const PAIR = `(?:"([^\\s":]{0,128}:[^"\\n]{3,256})"|'([^\\s':]{0,128}:[^'\\n]{3,256})'|([^\\s"':|;&<>]{0,128}:[^\\s"'|;&<>]{3,256}))`;

/** Programs that take a secret as an argument, and a pattern for that argument. */
const COMMANDS: readonly (readonly [keyword: string, argument: string])[] = [
  ["curl ", `(?:-[a-zA-Z]{0,8}u|--user|--proxy-user|-U)[= ]?[ \\t]{0,4}${PAIR}`],
  // A key in place of the user, with an empty password.
  ["curl ", `(?:-u|--user)[= ]?[ \\t]{0,4}["']?([^\\s"':|;&<>]{8,128}:)(?=["'\\s]|$)`],
  ["curl ", `(?:-b|--cookie)[= ][ \\t]{0,4}["']?[\\w.-]{1,80}=([^\\s"';]{16,4096})`],
  ["http ", `(?:-a|--auth)[= ][ \\t]{0,4}${PAIR}`],
  ["wget ", `--(?:http-|ftp-|proxy-)?password[= ]${VALUE}`],
  ...[
    "docker login",
    "podman login",
    "helm registry login",
    "oc login",
    "az login",
    "buildah login",
    "skopeo login",
    "crane auth login",
    "nerdctl login",
    "heroku login",
    "vercel login",
    "cf login",
    "ibmcloud login",
  ].map((command) => [command, `(?:-p|--password|--creds|-t|--token)[= ]?[ \\t]{0,4}${VALUE}`] as const),
  ["sqlplus ", `^[ \\t]{0,4}(?:-\\w+[ \\t]+)?[\\w$#]{1,64}/([^\\s@/]{3,128})@`],
  ["rclone obscure", `^[ \\t]+${VALUE}`],
  ["sshpass ", `-p[ \\t]{0,4}${VALUE}`],
  ...["mysql ", "mysqldump ", "mysqladmin ", "mariadb "].map(
    (command) => [command, `(?:(?:^|[ \\t])-p(?=[^\\s-])|--password=)${VALUE}`] as const,
  ),
  ...["mongo ", "mongosh ", "mongodump ", "mongorestore ", "sqlcmd ", "bcp ", "cqlsh ", "influx "].map(
    (command) => [command, `(?:^|[ \\t])(?:-p|-P|--password|-password)[= ]?[ \\t]{0,4}${VALUE}`] as const,
  ),
  ...["ipmitool ", "mosquitto_pub ", "mosquitto_sub ", "tsql ", "sqsh ", "unzip "].map(
    (command) => [command, `(?:^|[ \\t])-P[ \\t]{0,4}${VALUE}`] as const,
  ),
  ...["evil-winrm ", "crackmapexec ", "netexec ", "nxc ", "smbmap ", "rabbitmqadmin ", "couchbase-cli "].map(
    (command) => [command, `(?:^|[ \\t])(?:-p|--password)[= ][ \\t]{0,4}${VALUE}`] as const,
  ),
  // A mail relay and its login.
  ...["]:587", "]:465", "]:25"].map(
    (command) => [command, `^[ \\t]{1,40}[^\\s:]{1,128}:([^\\s]{4,128})$`] as const,
  ),
  ["> auth ", `^(?:[\\w-]{1,64}[ \\t]{1,4})?${VALUE}[ \\t]{0,4}$`],
  ["redis-cli ", `(?:^|[ \\t])(?:-a|--pass)[= ]?[ \\t]{0,4}${VALUE}`],
  ["ldapsearch ", `(?:^|[ \\t])-w[ \\t]{0,4}${VALUE}`],
  ["ldapmodify ", `(?:^|[ \\t])-w[ \\t]{0,4}${VALUE}`],
  ["ldappasswd ", `(?:^|[ \\t])-[was][ \\t]{0,4}${VALUE}`],
  ...["snmpget ", "snmpwalk ", "snmpset ", "snmptrap ", "snmpbulkwalk "].map(
    (command) => [command, `(?:^|[ \\t])-[cAX][ \\t]{1,4}${VALUE}`] as const,
  ),
  ...["radtest ", "ntlm_auth "].map(
    (command) => [command, `^(?:-\\w[ \\t]+\\S+[ \\t]+)?\\S{1,64}[ \\t]+${VALUE}`] as const,
  ),
  ["radtest ", `^\\S{1,64}[ \\t]+\\S{1,64}[ \\t]+\\S{1,64}[ \\t]+\\d{1,5}[ \\t]+${VALUE}`],
  ...["lftp ", "ncftp ", "ftp "].map(
    (command) => [command, `(?:-u|--user)[= ][ \\t]{0,4}["']?[\\w.@-]{1,64},([^\\s"']{4,128})`] as const,
  ),
  ["ftp ", `\\nuser[ \\t]+\\S{1,64}[ \\t]+${VALUE}`],
  ...[": eap", ": xauth", ": psk", ": ntlm", ": pin"].map(
    (command) => [command, `^[ \\t]{1,8}"([^"\\n]{4,256})"`] as const,
  ),
  ['" * "', `^([^"\\n]{4,128})"(?=[ \\t]|$)`],
  [" on >", `^([^\\s]{8,256})(?=[ \\t])`],
  ["smbclient ", `-U[ \\t]{0,4}["']?[\\w.\\\\-]{1,64}%([^\\s"']{3,128})`],
  ["rsync ", `--password-file=<\\(echo ${VALUE}\\)`],
  ["htpasswd ", `-\\w{0,6}b\\w{0,6}[ \\t]+(?:-\\w+[ \\t]+)*\\S{1,128}[ \\t]+\\S{1,64}[ \\t]+${VALUE}`],
  ["htpasswd ", `-\\w{0,6}n\\w{0,4}b\\w{0,4}[ \\t]+\\S{1,64}[ \\t]+${VALUE}`],
  ["zip ", `(?:^|[ \\t])(?:-P|-p|--password)[= ]?[ \\t]{0,4}${VALUE}`],
  ...["7z ", "7za ", "rar ", "unrar "].map(
    (command) => [command, `(?:^|[ \\t])-p(?=[^\\s-])${VALUE}`] as const,
  ),
  ["oracle:thin:", `^[\\w$#]{1,64}/([^\\s@/"']{3,128})@`],
  ["openssl ", `(?:pass:|-k[ \\t]|-K[ \\t]|-passw?o?r?d?[ \\t])${VALUE}`],
  ["keytool ", `-(?:src|dest)?(?:storepass|keypass)[ \\t]+${VALUE}`],
  ...["vault kv put", "vault kv patch", "vault write", "nomad var put"].map(
    (command) => [command, `[ \\t][\\w.-]{1,64}(?<!_(?:id|name|type|policies|ttl))=(?!@)${VALUE}`] as const,
  ),
  ["vault operator unseal", `^[ \\t]{1,4}${VALUE}`],
  ["unseal key ", `^\\d{1,2}:[ \\t]{1,4}${VALUE}`],
  ["wpa_passphrase", `^[ \\t]{1,4}\\S{1,64}[ \\t]{1,4}${VALUE}`],
  ["setairportnetwork", `^[ \\t]{1,4}\\w{2,8}[ \\t]{1,4}\\S{1,64}[ \\t]{1,4}${VALUE}`],
  ...["tacacs-server", "radius-server", "isakmp", "ntp authentication"].map(
    (command) => [command, `[ \\t]key[ \\t]{1,4}(?:\\d[ \\t]{1,4})?${VALUE}`] as const,
  ),
  ["ascii-text", `^[ \\t]{1,4}${VALUE}`],
  ["key content", `^[ \\t]{0,20}:[ \\t]{1,4}${VALUE}`],
  ["redactor add", `^[ \\t]{1,4}${VALUE}`],
  ["ssm put-parameter", `--value[= ][ \\t]{0,4}${VALUE}`],
  ...["impdp ", "expdp ", "sqlldr ", "rman "].map(
    (command) => [command, `[\\w$#]{1,64}/([^\\s@/]{3,128})@`] as const,
  ),
  ["vault login", `^[ \\t]{0,4}(?:token=)?(?!-)([^\\s"'=]{16,256})`],
  [
    "identified by",
    `^[ \\t]{0,4}(?:password[ \\t]{1,4})?(?:["']([^"'\\n]{3,256})["']|(?=[^\\s]*\\d)([^\\s"';,]{5,128}))`,
  ],
  ["pragma ", `^(?:hex)?(?:re)?key[ \\t]{0,4}=[ \\t]{0,4}["']([^"'\\n]{3,256})["']`],
  ["setuser ", `[ \\t]>([^\\s]{3,256})`],
  ["socks5 ", `^\\S{1,128}[ \\t]+\\d{2,5}[ \\t]+\\S{1,64}[ \\t]+${VALUE}`],
  ["with password", `^[ \\t]{0,4}(?:=[ \\t]{0,4})?["']([^"'\\n]{3,256})["']`],
  ["--from-literal", `^=?["']?[\\w.-]{1,80}=${VALUE}`],
  ["--with-token", `^[ \\t]{0,4}<<<[ \\t]{0,4}${VALUE}`],
  ["requirepass", `^[ \\t]{1,8}${VALUE}`],
  ["masterauth", `^[ \\t]{1,8}${VALUE}`],
  ["enable secret", `^[ \\t]{1,4}(?:\\d[ \\t]{1,4})?${VALUE}`],
  ["snmp-server community", `^[ \\t]{1,4}${VALUE}`],
  ["securestring", `^[ \\t]{1,4}(?:-String[ \\t]{1,4})?${VALUE}`],
  ...["setenv ", "set -gx ", "set -x ", "set -ux "].map(
    (command) =>
      [command, `^\\w{0,40}(?:TOKEN|KEY|SECRET|PASS(?:WORD)?)\\w{0,8}[ \\t]{1,4}${VALUE}`] as const,
  ),
  ["setx ", `^[\\w]{0,40}(?:TOKEN|KEY|SECRET|PASSWORD)\\w{0,8}[ \\t]{1,4}${VALUE}`],
  ["aws configure set", `^[ \\t]{1,4}[\\w.-]{0,64}(?:secret_access_key|session_token)[ \\t]{1,4}${VALUE}`],
  [
    "config set ",
    `^[ \\t]{0,4}\\S{0,128}(?:token|password|secret|key|_auth)\\w{0,16}[= ][ \\t]{0,4}${VALUE}`,
  ],
  ["schtasks ", `[ \\t]/[rR]?[pP][ \\t]{1,4}${VALUE}`],
  ["net user ", `^\\S{1,64}[ \\t]{1,4}(?!/)${VALUE}`],
  ["cmdkey ", `[ \\t]/pass:${VALUE}`],
  ...["plink ", "pscp ", "psftp "].map((command) => [command, `[ \\t]-pw[ \\t]{1,4}${VALUE}`] as const),
  ["psexec ", `[ \\t]-p[ \\t]{1,4}${VALUE}`],
  ["nmcli ", `[ \\t](?:password|[\\w-]+\\.(?:psk|password))[ \\t]{1,4}${VALUE}`],
  // The line of a RADIUS or TACACS server in a router's configuration.
  ["\n key ", `^(?:\\d[ \\t]{1,4})?((?=\\S*\\d)(?=\\S*[A-Za-z])[^\\s"'\`:=]{8,128})(?=\\s|$)`],
  ["encryption:", `^\\n[ \\t]{1,20}key:[ \\t]{1,4}["']?([A-Za-z0-9+/]{43}=)`],
  ["net use ", `^(?:[\\w*:]{1,4}[ \\t]{1,4})?\\\\\\\\\\S{1,200}[ \\t]{1,4}(?!/)${VALUE}`],
  ["net use ", `[^\\n]{0,120}[ \\t]/user:\\S{1,64}[ \\t]{1,4}${VALUE}`],
  // Piped input for a program that asks for a secret.
  [
    "echo ",
    `^(?:-n[ \\t]+)?["']?[\\w.-]{1,64}:([^\\s"'|]{3,128})["']?[ \\t]{0,4}\\|[ \\t]{0,4}(?:sudo[ \\t]+)?chpasswd`,
  ],
  [
    "echo ",
    `^(?:-n[ \\t]+)?${VALUE}[ \\t]{0,4}\\|[^|\\n]{1,120}(?:--password-stdin|--with-token|--stdin|login)`,
  ],
  ["chpasswd", `^[ \\t]{0,4}<<<[ \\t]{0,4}["']?[\\w-]{1,64}:([^\\s"']{3,128})`],
];

const REACH = 400;

/** A detector for each argument in which a program takes a secret. */
export function programArgumentDetectors(): Detector[] {
  return COMMANDS.map(([keyword, argument]) => createCommandDetector(keyword, argument));
}

function createCommandDetector(keyword: string, argument: string): Detector {
  let compiled: RegExp | undefined;
  return {
    keywords: [keyword],
    detect(text, at) {
      compiled ??= new RegExp(argument, "gd");
      const from = at + keyword.length;
      const line = commandLine(text, from);
      const spans: Span[] = [];
      for (const match of line.matchAll(compiled)) {
        const range = match.indices?.slice(1).find((pair) => pair !== undefined);
        if (range === undefined) continue;
        const value = line.slice(range[0], range[1]);
        if (!isArgumentSecret(value)) continue;
        spans.push({ start: from + range[0], end: from + range[1] });
      }
      return { spans, readTo: spans.at(-1)?.end ?? at + 1 };
    },
  };
}

/** The text up to the end of the line; a trailing backslash continues it. */
function commandLine(text: string, at: number): string {
  const window = text.slice(at, at + REACH);
  const end = /[^\\]\r?\n/.exec(window);
  return end === null ? window : window.slice(0, end.index + 1);
}

function isArgumentSecret(value: string): boolean {
  const colon = value.indexOf(":");
  if (colon === -1) return isOwnSecret(value);
  const [user, secret] = [value.slice(0, colon), value.slice(colon + 1)];
  if (secret === "") return hasMixture(user) && !isPlaceholder(user);
  const last = secret.slice(secret.lastIndexOf(":") + 1);
  return (
    isOwnSecret(secret) &&
    !isPlaceholder(last) &&
    secret !== user &&
    !secret.startsWith("//") &&
    !/^[$({]/.test(user)
  );
}

function isOwnSecret(value: string): boolean {
  return (
    !isPlaceholder(value) &&
    !/^[$({[%]|^-|^id=|^[A-Za-z]{1,8}$/.test(value) &&
    classifyName(value) === undefined
  );
}
