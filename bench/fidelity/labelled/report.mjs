import { table } from "../../lib/table.mjs";

/** Share told by kind, by language, told wrongly, how many of the lines under "Rules" are rules; the floor beside ours. */
export function reportLabelled(results) {
  const kinds = [...new Set(results.flatMap(({ ours }) => ours.facts.map(({ kind }) => kind)))].sort((a, b) =>
    a.localeCompare(b),
  );
  const of = (way, isMeant) => share(results.flatMap((each) => each[way].facts.filter(isMeant)));
  const rows = [...kinds, "all"].map((kind) => {
    const isMeant = (fact) => kind === "all" || fact.kind === kind;
    return [kind, of("ours", isMeant), of("floor", isMeant)];
  });
  const wrong = (way) => {
    const [told, all] = [
      sum(results, way, "wrong"),
      results.reduce((total, each) => total + each[way].absent, 0),
    ];
    return `${told}/${all}`;
  };
  console.log(table(["kind", "ours", "floor"], [...rows, ["told wrongly", wrong("ours"), wrong("floor")]]));
  const rules = results.flatMap(({ ours }) => ours.rules);
  if (rules.length > 0)
    console.log(`\nrules that are rules: ${rules.filter(({ right }) => right).length}/${rules.length}`);
  console.log(`\n${languages(results)}`);
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
  const told = facts.filter((fact) => fact.told).length;
  return facts.length === 0 ? "-" : `${told}/${facts.length} = ${Math.round((100 * told) / facts.length)} %`;
}

function sum(results, way, column) {
  return results.reduce((total, each) => total + each[way][column].length, 0);
}
