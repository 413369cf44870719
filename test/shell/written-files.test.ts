import { describe, expect, test } from "vitest";
import { findDeletedFiles, findWrittenFiles } from "../../src/shell/find-written-files.ts";

describe("files that a shell line changes", () => {
  test.each([
    ["echo hi > a.txt", ["a.txt"]],
    ["echo hi>>a.txt; date >b.txt", ["a.txt", "b.txt"]],
    ["make > log 2>&1", ["log"]],
    ["make 2>/dev/null >/dev/null", []],
    ["make 2> errors.log", ["errors.log"]],
    ["echo \"a > b\" && echo 'c > d'", []],
    ["cat > src/a.ts <<'X'\nconst f = (a) => a.b;\nif (a > b) mv();\nX", ["src/a.ts"]],
    ["cat <<EOF > src/a.ts\n<div>text</div>\nEOF\necho > b", ["src/a.ts", "b"]],
    ["cd app && echo > a.txt && cd .. && touch b", ["app/a.txt", "b"]],
    [
      "cd /home/ann/shop && cat x | tee -a src/a.ts out.txt",
      ["/home/ann/shop/src/a.ts", "/home/ann/shop/out.txt"],
    ],
    ["npm pkg set type=module && pnpm pkg delete main -C web", ["package.json", "web/package.json"]],
    [
      "cd packages/a && npm pkg fix; npm pkg set a=b -w packages/b",
      ["packages/a/package.json", "packages/a/packages/b/package.json"],
    ],
    ["npm pkg get name; npm pkg set a=b -w shop; npm pkg set a=b --workspaces; npm install", []],
    ["mv src/a.ts src/b.ts", ["src/a.ts", "src/b.ts"]],
    ["git mv a.ts lib/", ["a.ts", "lib/a.ts"]],
    ["cp -r x.ts y.ts lib", ["lib/x.ts", "lib/y.ts"]],
    ["sed -i 's/a/b/' src/a.ts src/b.ts", ["src/a.ts", "src/b.ts"]],
    ["sed -i '' -e s/a/b/ src/a.ts", ["src/a.ts"]],
    ["sed -n 1,5p src/a.ts", []],
    ["perl -pi -e 's/a/b/' src/a.ts", ["src/a.ts"]],
    ["echo > $OUT; echo > *.txt; touch ~/a '' -- b", ["b"]],
    ["cd $DIR && touch a; cd ~/x && touch b", []],
    ["grep -r '>' src | head", []],
    ['OUT=docs/abi.txt; nm lib > "$OUT" && wc -l $OUT', ["docs/abi.txt"]],
    ["export A=a B; touch $A.txt ${A}.md $B", ["a.txt", "a.md"]],
    ["A=$(date); A=b touch $A", []],
    ["F='a.ts b.ts'; rm $F; rm \"$F\"", ["a.ts", "b.ts", "a.ts b.ts"]],
    ['for f in ring.c pool.c; do sed -i s/a/b/ "src/$f"; done', ["src/ring.c", "src/pool.c"]],
    ["for f in *.c; do touch $f.bak; done; for d in a b; do (cd $d && touch x); done", ["a/x", "b/x"]],
    [
      "touch src/{index.ts,Card.tsx} t{1..3} '{a,b}'",
      ["src/index.ts", "src/Card.tsx", "t1", "t2", "t3", "{a,b}"],
    ],
    ["convert in.png -resize 10x10 out.png; ffmpeg -y -i a.mov b.gif", ["out.png", "b.gif"]],
    ["openssl req -x509 -keyout k.pem -out c.pem", ["k.pem", "c.pem"]],
    ["mix format lib/a.ex; terraform fmt main.tf; terraform fmt -check b.tf", ["lib/a.ex", "main.tf"]],
    ["git checkout --theirs src/a.ts; git checkout main; git stash push src/b.ts", ["src/a.ts", "src/b.ts"]],
  ])("%j", (line, files) => expect(findWrittenFiles(line)).toEqual(files));
});

describe("files that a script writes", () => {
  test.each([
    ["python3 - <<'E'\nopen('src/a.py', 'w').write('x')\nopen('b').read()\nE", ["src/a.py"]],
    ["python3 - <<'E'\np = 'src/a.py'\ns = open(p).read()\nopen(p, 'w').write(s)\nE", ["src/a.py"]],
    ["python3 -c \"from pathlib import Path; Path('a.txt').write_text('x')\"", ["a.txt"]],
    ["python3 <<E\nfile = pathlib.Path('a.txt')\nfile.write_text('x')\nE", ["a.txt"]],
    ["node -e \"require('fs').writeFileSync('a.json', '{}')\"", ["a.json"]],
    ['ruby -e \'File.write("a.rb", "1")\'', ["a.rb"]],
    ["cat <<E\nopen('a', 'w')\nE", []],
    ["python3 -c \"print(open('a').read())\"", []],
    ["python3 tool.py > a.txt", ["a.txt"]],
  ])("%j", (line, files) => expect(findWrittenFiles(line)).toEqual(files));

  test("any script is read quickly", () => {
    const line = `python3 - <<'E'\n${"open(a".repeat(3_000)}\n${"a = '".repeat(3_000)}\nE`;
    expect(findWrittenFiles(line)).toEqual([]);
  });
});

describe("a line that would expand endlessly", () => {
  test.each([
    "touch {a,b}".padEnd(400, "{a,b}"),
    `${"for i in {1..60}; do ".repeat(40)} touch $i; ${"done; ".repeat(40)}`,
    `A=${"a".repeat(1_000)}; ${"A=$A$A; ".repeat(500)} touch $A`,
    `${"A=a; B=b; ".repeat(1_500)} touch $A`,
  ])("ends at once: %.30s", (line) => expect(findWrittenFiles(line).length).toBeLessThanOrEqual(200));
});

describe("a line that changes directory endlessly", () => {
  test.each(["cd ..;", "cd x;", "pushd x;"])(
    "takes no longer than others, and its directory becomes unknown: %s",
    (step) => {
      expect(findWrittenFiles(`${step.repeat(2_000)} touch a; touch /b/c`)).toEqual(["/b/c"]);
      expect(findWrittenFiles(`${step.repeat(3)} touch a`)).toHaveLength(1);
    },
  );
});

describe("files that a shell line deletes", () => {
  test.each([
    ["rm -rf legacy a.txt", ["legacy", "a.txt"]],
    ["cd app && unlink b.txt; rmdir old", ["app/b.txt", "app/old"]],
    ["git -C app rm -r lib && git mv x.ts y.ts", ["app/lib", "x.ts"]],
    ["git rm --cached a.ts && git rm -n b.ts", []],
    ["mv a.ts b.ts", ["a.ts"]],
    ["mv -t lib a.ts b.ts", ["a.ts", "b.ts"]],
    ["rm a.txt && echo new > a.txt", []],
    ["echo x > a.txt; rm a.txt", ["a.txt"]],
    ["echo rm a.txt; sed -i s/a/b/ b.txt", []],
  ])("%s", (line, files) => {
    expect(findDeletedFiles(line)).toEqual(files);
  });
});
