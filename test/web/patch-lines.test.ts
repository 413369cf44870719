import { expect, test } from "vitest";
import { splitEvents } from "../../web/api/split-events.ts";
import { patchLines } from "../../web/model/patch-lines.ts";
import { hrefOf, parseRoute } from "../../web/model/route.ts";

const PATCH = `diff --git a/src/list.js b/src/list.js
index 1..2 100644
--- a/src/list.js
+++ b/src/list.js
@@ -3,3 +3,3 @@ function
 same
-const by = offset;
+const by = cursor;
 end
diff --git a/other.js b/other.js
new file mode 100644
--- /dev/null
+++ b/other.js
@@ -0,0 +1 @@
+<script>
`;

test("the lines of one file are numbered, and its changed words are marked", () => {
  const lines = patchLines(PATCH, "src/list.js") ?? [];
  expect(lines.map(({ sign, number }) => `${sign}${number}`)).toEqual(["@3", " 3", "-4", "+4", " 5"]);
  expect(lines[2]?.pieces.filter(({ isNew }) => isNew)).toEqual([{ text: "offset", isNew: true }]);
  expect(lines[3]?.pieces.filter(({ isNew }) => isNew)).toEqual([{ text: "cursor", isNew: true }]);
  expect(patchLines(PATCH, "other.js")).toHaveLength(2);
  expect(patchLines(PATCH, "missing.js")).toBeUndefined();
});

test("a patch that was cut in the middle of a file shows the files before", () => {
  expect(patchLines(PATCH.slice(0, PATCH.indexOf("+<script>")), "src/list.js")).toHaveLength(5);
});

test("events are read from any pieces of a stream", () => {
  const first = splitEvents(": connected\n\nid: a\nevent: changed\nda");
  expect(first).toEqual({ events: [], rest: "id: a\nevent: changed\nda" });
  expect(splitEvents(`${first.rest}ta: {}\n\nid: b\n\n`)).toEqual({
    events: [{ id: "a" }, { id: "b" }],
    rest: "",
  });
});

test("an address names a view, an id and a search, and nothing else does harm", () => {
  const there = { view: "today" as const, id: "", query: "project:shop 100% <b>" };
  expect(parseRoute(hrefOf(there))).toEqual(there);
  expect(parseRoute(hrefOf({ view: "session", id: "a/b" }))).toEqual({
    view: "session",
    id: "a/b",
    query: "",
  });
  expect(parseRoute("#/%zz/x?q=%")).toEqual({ view: "today", id: "x", query: "" });
});
