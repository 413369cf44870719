import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * Writes the licenses of the packages whose code is in the bundles, as these licenses require. Fails if a package has
 * no license file.
 *
 * @param {string} file
 * @param {readonly import("esbuild").Metafile[]} bundled
 */
export function writeNotices(file, bundled) {
  const packages = [...new Set(bundled.flatMap(packagesOf))].sort().map(noticeOf);
  const intro = "Holdfast contains code of these packages, and rules of gitleaks.\n";
  writeFileSync(file, [intro, ...packages, noticeOfRules()].join(`\n${"-".repeat(80)}\n\n`));
}

/** The directories of all packages that contribute code to an output. */
function packagesOf({ outputs }) {
  const inputs = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return inputs.flatMap(([path, { bytesInOutput }]) => {
    const [, directory] = PACKAGE.exec(path) ?? [];
    return directory && bytesInOutput > 0 ? [directory] : [];
  });
}

function noticeOf(directory) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, directory, "package.json"), "utf8"));
  const files = readdirSync(join(root, directory)).filter((entry) => LICENSE.test(entry));
  if (files.length === 0) throw new Error(`${name} has no licence file: add its licence by hand.`);
  const texts = files.sort().map((entry) => readFileSync(join(root, directory, entry), "utf8").trim());
  return `${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}

/** The rules are data in our own sources. Their license is on the page that describes them. */
function noticeOfRules() {
  const page = readFileSync(join(root, "docs/redact-secrets.md"), "utf8");
  const text = page.slice(page.indexOf("> MIT License")).replaceAll(/^> ?/gm, "").trim();
  return `gitleaks, rules for finding secrets (MIT)\n\n${text}\n`;
}
