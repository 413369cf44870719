const WORDS =
  "retry parser queue token commit branch merge field index schema worker socket buffer stream cursor window ledger digest anchor marker frame record".split(
    " ",
  );

/** Small deterministic generator (mulberry32), so that every column gets the same work. */
export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A conversation that grows by one message of about 1 KB a step, and 20 small channels of which two change. */
export function* agentStates(steps, seed = 1) {
  const next = random(seed);
  let channels = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`channel_${i}`, small(next, 0)]));
  let messages = [];
  for (let step = 1; step <= steps; step++) {
    messages = [...messages, message(next, step)];
    channels = {
      ...channels,
      [`channel_${step % 20}`]: small(next, step),
      [`channel_${(step * 7 + 3) % 20}`]: small(next, step),
    };
    yield { step, state: { messages, ...channels } };
  }
}

function message(next, step) {
  let content = "";
  while (content.length < 900)
    content += `${WORDS[Math.floor(next() * WORDS.length)]} ${Math.floor(next() * 1e5)} `;
  return {
    id: `msg_${step}`,
    role: step % 2 ? "assistant" : "tool",
    content,
    tokens: Math.floor(next() * 9000),
  };
}

function small(next, step) {
  return {
    step,
    path: "src/app",
    done: next() < 0.5,
    items: [`item ${Math.floor(next() * 1e6)}`],
    cost: next(),
  };
}
