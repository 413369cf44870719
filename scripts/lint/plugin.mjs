import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ground, packages, rooms } from "./rooms.mjs";

const src = fileURLToPath(new URL("../../src", import.meta.url));
/** The room outside of `src/`: it runs in the browser. */
const WEB = "web";
/** Files that count as the room `operations`. */
const OPERATIONS = ["operations.ts", "operations-by-name.ts"];

/** Rejects imports that the table in `rooms.mjs` does not allow, type imports included. */
const arrows = {
  create(context) {
    const path = relative(src, context.filename);
    const from = roomOf(path);
    if ((path.startsWith("..") && from !== WEB) || from === undefined) return {};
    const check = ({ source }) => {
      const problem = source && findProblem(from, source.value, context.filename);
      if (problem) context.report({ node: source, message: problem });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: "holdfast" }, rules: { arrows } };

/** The room of a path inside `src/`; undefined for the files that wire rooms. */
function roomOf(path) {
  if (OPERATIONS.includes(path)) return "operations";
  if (path.startsWith(`..${sep}${WEB}${sep}`)) return WEB;
  const [room, inner, ...rest] = path.split(sep);
  if (inner === undefined) return undefined;
  return rest.length > 0 && `${room}/${inner}` in rooms ? `${room}/${inner}` : room;
}

function findProblem(from, specifier, filename) {
  if (!specifier.startsWith(".")) return findPackageProblem(from, specifier);
  const to = roomOf(relative(src, resolve(dirname(filename), specifier)));
  if (to === from) return undefined;
  if (to === undefined)
    return `${from}/ may not import ${specifier}: only app.ts and its neighbors wire rooms.`;
  const allowed = ground.includes(from) ? ["kernel"] : [...ground, ...(rooms[from] ?? [])];
  if (allowed.includes(to)) return undefined;
  return `${from}/ may not import ${to}/. Move the code, or pass it in through Context (see scripts/lint/rooms.mjs).`;
}

function findPackageProblem(from, specifier) {
  const name = Object.keys(packages).find((each) => specifier === each || specifier.startsWith(`${each}/`));
  if (name === undefined || packages[name].includes(from)) return undefined;
  return `${from}/ may not import ${name}: it belongs to ${packages[name].join(" and ")}.`;
}
