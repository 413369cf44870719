import { table } from "../../lib/table.mjs";

/** Prints the share of facts delivered by kind and by language, and outdated facts; ours next to the floor. */
export function reportLabelled(results) {
  const kinds = [...new Set(results.flatMap(({ ours }) => ours.facts.map(({ kind }) => kind)))].sort((a, b) =>
    a.localeCompare(b),
  );
  const of = (side, isWanted) => share(results.flatMap((each) => each[side].facts.filter(isWanted)));
  const rows = [...kinds, "all"].map((kind) => {
    const isWanted = (fact) => kind === "all" || fact.kind === kind;
    return [kind, of("ours", isWanted), of("floor", isWanted)];
  });
  const outdated = (side) => {
    const delivered = results.reduce((total, each) => total + each[side].outdated.length, 0);
    const all = results.reduce((total, each) => total + each[side].absent, 0);
    return `${delivered}/${all}`;
  };
  console.log(
    table(["kind", "ours", "floor"], [...rows, ["outdated delivered", outdated("ours"), outdated("floor")]]),
  );
  console.log(`\n${languages(results)}`);
  const lost = results.filter(({ chars }) => chars === 0).map(({ name }) => name);
  if (lost.length > 0) console.log(`\nrecords that did not arrive: ${lost.join(", ")}`);
  const chars = results.map((each) => each.chars).sort((a, b) => a - b);
  console.log(`\ncharacters: median ${chars[Math.floor(chars.length / 2)]}, most ${chars.at(-1)}`);
}

function languages(results) {
  const names = [...new Set(results.map(({ language }) => language))].sort((a, b) => a.localeCompare(b));
  const rows = names.map((language) => {
    const own = results.filter((each) => each.language === language);
    return [language, own.length, share(own.flatMap(({ ours }) => ours.facts))];
  });
  return table(["language", "sessions", "ours"], rows);
}

function share(facts) {
  const delivered = facts.filter((fact) => fact.delivered).length;
  return facts.length === 0
    ? "-"
    : `${delivered}/${facts.length} = ${Math.round((100 * delivered) / facts.length)} %`;
}
