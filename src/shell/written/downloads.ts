import { posix } from "node:path";
import { readFlags } from "./read-flags.ts";

const CURL_VALUES =
  "o output output-dir H header d data X request u user A e m F b c w T x cacert cert key retry max-time connect-timeout data-raw data-binary retry-delay write-out dump-header D".split(
    " ",
  );
const WGET_VALUES = "O output-document P directory-prefix o header U t T user password".split(" ");

export function downloadedByCurl(args: readonly string[]): string[] {
  const { operands, values, flags } = readFlags(args, CURL_VALUES);
  const of = (...names: string[]) => names.flatMap((name) => values.get(name) ?? []);
  const byUrl = flags.has("O") || flags.has("remote-name") ? operands.flatMap(nameInUrl) : [];
  return [
    ...joinDirectory(of("output-dir")[0], [...of("o", "output"), ...byUrl]),
    ...of("c", "D", "dump-header"),
  ];
}

export function downloadedByWget(args: readonly string[]): string[] {
  const { operands, values, flags } = readFlags(args, WGET_VALUES);
  const of = (...names: string[]) => names.flatMap((name) => values.get(name) ?? []);
  const named = of("O", "output-document");
  const byUrl = named.length > 0 || flags.has("spider") ? [] : operands.flatMap(nameInUrl);
  return [...named, ...joinDirectory(of("P", "directory-prefix")[0], byUrl), ...of("o")];
}

function nameInUrl(url: string): string[] {
  const name = posix.basename(url.replace(/[?#].*$/, ""));
  return name.includes(".") ? [name] : [];
}

function joinDirectory(directory: string | undefined, names: readonly string[]): string[] {
  return names.map((name) => (name === "-" || directory === undefined ? name : posix.join(directory, name)));
}
