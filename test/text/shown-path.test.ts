import { expect, test } from "vitest";
import { shownPath } from "../../src/text/shown-path.ts";

const worktree = "/home/user/shop";

test.each([
  ["/home/user/shop/cart.js", undefined, "cart.js"],
  ["cart.js", undefined, "cart.js"],
  ["/home/user/shop/packages/a/esm.js", "/home/user/shop/packages/a", "esm.js"],
  ["/home/user/shop/packages/b/page.js", "/home/user/shop/packages/a", "../b/page.js"],
  ["packages/a/esm.js", "/home/user/shop/packages/a", "esm.js"],
  ["/home/user/shop/..cart.js", undefined, "..cart.js"],
  ["/home/user/shop/cart.js", "/home/user/other", "cart.js"],
  ["/home/user/shop-2/cart.js", "/home/user/shop", "/home/user/shop-2/cart.js"],
  ["/home/user/shop", undefined, ""],
])("%s is shown to a reader in %s as %s", (path, from, shown) => {
  expect(shownPath(path, { worktree, from })).toBe(shown);
});

test("without a worktree, a path is shown as it is", () => {
  expect(shownPath("cart.js", { worktree: "" })).toBe("cart.js");
});
