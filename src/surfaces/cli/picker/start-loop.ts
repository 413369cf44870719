import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../../../kernel/context.ts";
import { readSessionPreview } from "../../../recovery/browse/read-session-preview.ts";
import { readAllRows } from "../../../recovery/browse/read-session-rows.ts";
import type { SessionRow } from "../../../recovery/browse/session-row.ts";
import { endKeys, parseKeys } from "./model/parse-keys.ts";
import type { Effect, Outcome, PickerState } from "./model/picker-state.ts";
import { isSearched } from "./model/search-slice.ts";
import { type PickerEvent, update } from "./model/update.ts";
import { paceSearch } from "./pace-search.ts";
import { performRequest } from "./perform-request.ts";
import type { PickerTerminal } from "./terminal/picker-terminal.ts";
import type { Screen } from "./terminal/screen.ts";
import { frameOf } from "./view/frame.ts";
import { isWide, listHeight } from "./view/layout.ts";

/** How long the rest of a key's sequence may take. */
const ESCAPE_MS = 40;
/** Time after a key in which only the search goes on: a person who holds an arrow key waits for no preview. */
const REST_MS = 60;
/** Sessions that are added to the list at once: few while a person waits at its end, as each addition is drawn. */
const ADDED_AT_ONCE = { waiting: 40, otherwise: 200 };

interface Loop {
  ctx: Context;
  terminal: PickerTerminal;
  screen: Screen;
  state: PickerState;
  onEnd(outcome: Outcome): void;
  onError(error: unknown): void;
}

/**
 * Feeds events to `update`, draws what it returns and does what it asks for. Everything that takes long happens in small
 * steps, between which keys are handled. Resolves when nothing uses the store anymore.
 */
export function startLoop(loop: Loop): Promise<void> {
  const { ctx, terminal, screen } = loop;
  let { state } = loop;
  let isOver = false;
  let wake = () => {};
  let lastKeyAt = Number.NEGATIVE_INFINITY;

  const apply = (event: PickerEvent): readonly Effect[] => {
    const updated = update({ ...state, now: ctx.clock() }, event);
    state = updated.state;
    return updated.effects;
  };
  const dispatch = (...events: PickerEvent[]) => {
    if (isOver) return;
    const effects = events.flatMap(apply);
    screen.draw(frameOf(state));
    for (const effect of effects) perform(effect);
    wake();
  };
  const end = (finish: () => void) => {
    isOver = true;
    wake();
    finish();
  };
  const perform = (effect: Effect) => {
    if (isOver) return;
    if (effect.type === "leave") end(() => loop.onEnd(effect.outcome));
    else if (effect.type === "call")
      void performRequest(ctx, effect.request, state.size.columns).then((answer) =>
        dispatch({ type: "answered", answer }),
      );
    else void redraw(effect.type === "suspend");
  };
  const redraw = async (isSuspended: boolean) => {
    if (isSuspended) await terminal.suspend();
    screen.forget();
    dispatch({ type: "resized", size: terminal.size() });
  };

  terminal.listen({
    input: keyReader((keys) => {
      dispatch(...keys.map((key) => ({ type: "key" as const, key })));
      lastKeyAt = performance.now();
    }),
    resize: () => void redraw(false),
  });
  const sleep = (ms?: number) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const restLeft = () => lastKeyAt + REST_MS - performance.now();
  return work({ ctx, get: () => state, isOver: () => isOver, dispatch, sleep, restLeft }).catch(
    (error: unknown) => end(() => loop.onError(error)),
  );
}

/** Collects what the terminal sends until it is a whole key. */
function keyReader(onKeys: (keys: ReturnType<typeof endKeys>) => void): (text: string) => void {
  let rest = "";
  let timer: NodeJS.Timeout | undefined;
  return (text) => {
    clearTimeout(timer);
    const parsed = parseKeys(rest + text);
    rest = parsed.rest;
    if (parsed.keys.length > 0) onKeys(parsed.keys);
    if (rest === "") return;
    timer = setTimeout(() => {
      const keys = endKeys(rest);
      rest = "";
      onKeys(keys);
    }, ESCAPE_MS);
  };
}

interface Work {
  ctx: Context;
  get(): PickerState;
  isOver(): boolean;
  dispatch(event: PickerEvent): void;
  /** Resolves at the next event, or after some time. */
  sleep(ms?: number): Promise<void>;
  /** Milliseconds in which another key is likely. */
  restLeft(): number;
}

/** Does what is left to do, between two looks at the keys. */
async function work({ get, isOver, ...deps }: Work): Promise<void> {
  const step = createSteps(deps);
  for (;;) {
    // Keys that have arrived are handled first.
    await nextTurn();
    if (isOver()) return;
    await step(get());
  }
}

/** One step of the most urgent work: the search, the preview, reading the other sessions. */
function createSteps({ ctx, dispatch, sleep, restLeft }: Omit<Work, "get" | "isOver">) {
  let previewed: string | undefined;
  const loader = createLoader(ctx);
  const searchSlice = paceSearch(() => performance.now());
  const preview = async (id: string) => {
    previewed = id;
    const read = await readSessionPreview(ctx, id, nextTurn);
    if (read) dispatch({ type: "previewed", preview: read });
  };
  const load = async (atOnce: number) => {
    const loaded = await loader(atOnce);
    if (loaded) dispatch({ type: "loaded", ...loaded });
  };
  return async (state: PickerState): Promise<void> => {
    if (state.search && !isSearched(state.search))
      return searchSlice((count) => dispatch({ type: "search", count }));
    if (restLeft() > 0) return isNearEnd(state) ? await load(ADDED_AT_ONCE.waiting) : await sleep(restLeft());
    const wanted = wantedPreview(state);
    if (wanted !== undefined && wanted !== previewed) return await preview(wanted);
    return state.isLoading ? await load(ADDED_AT_ONCE.otherwise) : await sleep();
  };
}

/** Whether the next keys may reach the end of a list that is not complete: its rows do not wait for a rest. */
function isNearEnd({ isLoading, shown, selectedId, size, search }: PickerState): boolean {
  if (!isLoading || search || shown[0]?.id === selectedId) return false;
  const height = listHeight(size);
  return shown.length < height || shown.slice(-height).some(({ id }) => id === selectedId);
}

/** The session whose preview is visible and not there yet. */
function wantedPreview({ size, focus, selectedId, preview }: PickerState): string | undefined {
  if (!isWide(size) && focus !== "preview") return undefined;
  return preview?.id === selectedId ? undefined : selectedId;
}

/** Reads a few sessions with each call; returns them when there are enough to show. */
function createLoader(ctx: Context) {
  let reading: ReturnType<typeof readAllRows> | undefined;
  let kept: SessionRow[] = [];
  return async (atOnce: number): Promise<{ rows: SessionRow[]; isLast: boolean } | undefined> => {
    if (!reading) {
      // Events that hooks left in the spool may concern the sessions that are listed.
      await ctx.followMoved(ctx.caller.cwd);
      await ctx.drain();
      reading = readAllRows(ctx);
    }
    const { value, done } = await reading.next();
    kept.push(...(value ?? []));
    if (!done && kept.length < atOnce) return undefined;
    const rows = kept;
    kept = [];
    return { rows, isLast: done === true };
  };
}
