const FOREIGN =
  "Himmel Regen Apfel Brot Fahrrad Schnecke Wolke Lampe Blume perro gato playa rojo luna camino flor verano cielo fromage maison soleil chaise papillon velo rivage mela sole strada fiume cane albero fiets boom kaas water huis chleb rzeka drzewo zamek zubr deniz bulut karpuz elma sakura hanabi yama neko umi liulang panda longcha gamja haneul bada snegopad bereza luna reka zima abacaxi chuva praia navio".split(
    " ",
  );
const LEET = { a: "4", e: "3", i: "1", o: "0", s: "5", t: "7" };

/** Passwords as people make them of words, digits and marks; `vocabulary` has the words. */
export function passwordMaker(random, vocabulary) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const word = () => pick(random() < 0.25 ? FOREIGN : vocabulary);
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const some = () => (random() < 0.5 ? capital(word()) : word());
  const digits = (count) => String(Math.floor(random() * 10 ** count));
  const number = () =>
    pick([digits(1), digits(2), digits(2), digits(3), digits(4), String(1960 + Math.floor(random() * 75))]);
  const mark = () => pick("!!!#@$&*-_.+%?~=^".split(""));
  const leet = (text) =>
    text
      .split("")
      .map((char) => (LEET[char] && random() < 0.5 ? LEET[char] : char))
      .join("");
  const random14 = () =>
    Array.from({ length: 8 + Math.floor(random() * 8) }, () =>
      pick("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#$%&*+-_=?".split("")),
    ).join("");
  const kinds = [
    () => some() + number(),
    () => some() + number() + mark(),
    () => some() + mark() + number(),
    () => some() + mark() + some() + number(),
    () => some() + some() + number(),
    () => `${some()}_${word()}_${number()}`,
    () => leet(some()) + number(),
    () => leet(some()) + mark() + some(),
    () => some() + mark() + word(),
    () => `${word()}-${word()}-${number()}`,
    () => `${some()}-${some()}`,
    () => some() + some(),
    () => word() + capital(word()),
    () => `${some()}.${some()}.${number()}`,
    () => number() + some() + mark(),
    () => word() + word() + number(),
    () => `${word()}-${word()}`,
    () => word() + mark() + word() + mark() + number(),
    () => leet(word() + capital(word())),
    () => `${word()}.${word()}${number()}`,
    () => word().slice(0, 3) + number() + capital(word()).slice(0, 4) + mark(),
    random14,
  ];
  const phrases = [
    () => [word(), word(), word()].join(" "),
    () => [word(), word(), word(), number()].join(" "),
    () => [word(), word()].map(capital).join(" "),
    () => [word(), word(), number()].join(" "),
    () => [word(), word(), word(), word()].join(" "),
    () => `${capital(word())} ${word()}${mark()}`,
  ];
  return { password: () => pick(kinds)(), phrase: () => pick(phrases)() };
}
