import { performance } from "node:perf_hooks";
import { median, quantile } from "../lib/statistics.mjs";

const DIGESTS = 400;
const MEGABYTE = 1_048_576;

/** Openings that lure a rule into long searches when they come again and again. */
export const LURES = [
  ..."curl -u |-----BEGIN PRIVATE KEY-----\n|password=|Authorization: Bearer |https://user:|fm2_|?sig=|sk_live_|AKIA|eyJ|token: '".split(
    "|",
  ),
  ...'ghp_|xoxb-|_authToken=|Cookie: a=|"private_key": "|--password |AccountKey=|x-api-key: |://a:b@'.split(
    "|",
  ),
  ...'password |password, |login("a",|echo ab1c |<<<|password\\|a\n|kind: Secret\ndata:\n a: |recovery codes:\nabcd-1234\n|<input |a@b.com:|-u a -p |passwords:\n - |MIIEpAIBAAKCAQEA|password = "a" + |password: ["a", |a:b@|YWJjOmRlZg|Password:\n|\\'.split(
    /(?<!\\)\|/,
  ),
];

/**
 * Milliseconds: digests of 4 KB, a megabyte and ten of a log, a megabyte of texts with secrets everywhere, and for each lure 16 KB
 * against 64 KB. What is not searched in time counts as endless.
 */
export function measureSpeed(documents, { redact, unsearched }) {
  const long = joined(documents, MEGABYTE);
  const log = logOf(10 * MEGABYTE);
  const searched = (text) => median([1, 2, 3].map(() => timeOf(text, { redact, unsearched })));
  const digests = Array.from({ length: DIGESTS }, (_, i) => long.slice(i * 2_048, i * 2_048 + 4_096));
  for (const digest of digests) redact(digest); // rules are compiled as they are met
  const times = digests.map((digest) => timed(() => redact(digest)));
  const hostile = LURES.map((lure) => {
    const [small, large] = [16_384, 65_536].map((length) =>
      lure.repeat(length / lure.length + 1).slice(0, length),
    );
    const [ms16, ms64] = [small, large].map((text) => median([1, 2, 3].map(() => timed(() => redact(text)))));
    return { lure, ms16, ms64, growth: ms64 / Math.max(ms16, 0.5), unsearched: redact(large) === unsearched };
  });
  return {
    p50Of4KB: median(times),
    p99Of4KB: quantile(times, 0.99),
    megabyteOfLog: searched(log.slice(0, MEGABYTE)),
    tenMegabytesOfLog: searched(log),
    megabyteOfSecrets: searched(long),
    hostile: hostile.sort((a, b) => b.ms64 - a.ms64),
  };
}

/** Lines with a user in each, and with a secret in one of a thousand. */
function logOf(length) {
  const line = (i) => {
    const time = `2026-11-23T04:${10 + (i % 50)}:11.${100 + (i % 900)}Z INFO [worker-${i % 8}]`;
    if (i % 1_000 === 500) return `${time} login of u${i} with password=Harbor-${i}!lamp`;
    return `${time} request ${(i * 2_654_435_761).toString(16)} user=u${i % 977} GET /api/v1/items/${i} 200 ${i % 900}ms`;
  };
  return Array.from({ length: length / 80 }, (_, i) => line(i))
    .join("\n")
    .slice(0, length);
}

function timeOf(text, { redact, unsearched }) {
  let redacted;
  const ms = timed(() => {
    redacted = redact(text);
  });
  return redacted === unsearched ? Number.POSITIVE_INFINITY : ms;
}

function joined(documents, length) {
  let text = "";
  for (let i = 0; text.length < length; i = (i + 1) % documents.length) text += `${documents[i].text}\n`;
  return text.slice(0, length);
}

function timed(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}
