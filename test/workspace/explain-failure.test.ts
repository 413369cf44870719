import { expect, test } from "vitest";
import { explainFailure } from "../../src/workspace/remote/explain-failure.ts";
import { parseAddress } from "../../src/workspace/remote/parse-address.ts";

/** As OpenSSH 9.2 and git 2.39 were seen to print it. */
const BOILERPLATE = `fatal: Could not read from remote repository.

Please make sure you have the correct access rights
and the repository exists.`;

test("an unknown host is named as the reason, with the way to accept its key", () => {
  const said = `Host key verification failed.\r\n${BOILERPLATE}`;
  expect(explainFailure(said, parseAddress("ssh://ada@example.com:2222/shop.git"))).toEqual({
    reason: "Host key verification failed.",
    next: "Connect once with `ssh -p 2222 ada@example.com`, compare the key of the host, and accept it there.",
  });
});

test("where ssh would have asked for a password, the reason is that no key fits", () => {
  const said = `git@example.com: Permission denied (publickey,password).\n${BOILERPLATE}`;
  const { reason, next } = explainFailure(said, parseAddress("git@example.com:ada/shop.git"));
  expect(reason).toBe("git@example.com: Permission denied (publickey,password).");
  expect(next).toContain("ssh-add");
  expect(next).toContain("ssh git@example.com");
});

test("what git says without ssh stays as it is", () => {
  const said = "fatal: repository 'https://example.com/shop.git/' not found";
  expect(explainFailure(said, parseAddress("https://example.com/shop.git"))).toEqual({
    reason: said,
    next: undefined,
  });
});

test("a directory that cannot be read is no matter of ssh keys", () => {
  const said = "fatal: cannot open '/srv/shop.git/HEAD': Permission denied";
  expect(explainFailure(said, parseAddress("/srv/shop.git"))).toEqual({ reason: said, next: undefined });
});
