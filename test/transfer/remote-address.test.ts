import { expect, test } from "vitest";
import { parseAddress } from "../../src/workspace/remote/parse-address.ts";

test.each([
  ["git@github.com:ada/sessions.git", "ssh"],
  ["ssh://git@example.com:2222/srv/sessions.git", "ssh"],
  ["https://github.com/ada/sessions", "https"],
  ["/srv/sessions.git", "file"],
  ["file:///srv/sessions.git", "file"],
])("%s is an address, for %s only", (url, protocol) => {
  expect(parseAddress(url)).toEqual({ url, protocol });
});

test.each([
  "--upload-pack=touch /tmp/x",
  "-oProxyCommand=touch@host:x",
  "git@-oProxyCommand=touch:x",
  "ssh://-oProxyCommand=touch/x",
  "ssh://git@-oProxyCommand=touch/x",
  "ext::sh -c touch% /tmp/x",
  "git@host::touch",
  "git@host:--upload-pack=touch",
  "http://example.com/x",
  "git://example.com/x",
  "ftp://example.com/x",
  "file://host/share",
  "https://ada:secret@example.com/x",
  "sessions.git",
  "/srv/a\nb",
  "",
])("%j is refused as an address", (text) => {
  expect(() => parseAddress(text)).toThrow(expect.objectContaining({ code: "invalid_input" }));
});
