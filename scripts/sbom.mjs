// Prints the bill of materials (CycloneDX) of the published package: the packages that npm installs with it, and those
// whose code is bundled, which npm lists as development dependencies. Run it after `npm run build`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const DEVELOPMENT = "cdx:npm:package:development";
const root = fileURLToPath(new URL("..", import.meta.url));
const { name } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const notices = readFileSync(`${root}dist/THIRD-PARTY-NOTICES`, "utf8");
const bundled = new Set(
  [...notices.matchAll(/^(\S+) (\d+\.\d+\.\S+) \(/gm)].map(([, of, at]) => `${of}@${at}`),
);

const words = ["sbom", "--sbom-format", "cyclonedx"];
const bill = JSON.parse(execFileSync("npm", words, { cwd: root, maxBuffer: 2 ** 26, encoding: "utf8" }));
const components = bill.components.filter(isShipped).map(withoutDevelopment);
const refs = new Set([bill.metadata.component["bom-ref"], ...components.map((each) => each["bom-ref"])]);
const dependencies = bill.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
const component = { ...bill.metadata.component, name };
const shipped = { ...bill, metadata: { ...bill.metadata, component }, components, dependencies };
console.log(JSON.stringify(shipped, null, 2));

function isShipped({ "bom-ref": ref, properties = [] }) {
  return bundled.has(ref) || !properties.some((property) => property.name === DEVELOPMENT);
}

function withoutDevelopment({ properties = [], ...rest }) {
  return { ...rest, properties: properties.filter((property) => property.name !== DEVELOPMENT) };
}
