import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../../../kernel/context.ts";
import { readSessionPreview } from "../../../recovery/browse/read-session-preview.ts";
import { readAllRows } from "../../../recovery/browse/read-session-rows.ts";
import type { SessionRow } from "../../../recovery/browse/session-row.ts";
import { endKeys, parseKeys } from "./model/parse-keys.ts";
import type { Effect, Outcome, PickerState } from "./model/picker-state.ts";
import { isSearched } from "./model/search-slice.ts";
import { type PickerEvent, update } from "./model/update.ts";
import { performRequest } from "./perform-request.ts";
import type { PickerTerminal } from "./terminal/picker-terminal.ts";
import type { Screen } from "./terminal/screen.ts";
import { frameOf } from "./view/frame.ts";
import { isWide } from "./view/layout.ts";

/** How long the rest of a key's sequence may take. */
const ESCAPE_MS = 40;
/** Sessions that are searched between two looks at the keys. */
const SEARCH_SLICE = 300;
/** Sessions that are added to the list at once. */
const ADDED_AT_ONCE = 200;

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
    input: keyReader((keys) => dispatch(...keys.map((key) => ({ type: "key" as const, key })))),
    resize: () => void redraw(false),
  });
  const sleep = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return work({ ctx, get: () => state, isOver: () => isOver, dispatch, sleep }).catch((error: unknown) =>
    end(() => loop.onError(error)),
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
  /** Resolves at the next event. */
  sleep(): Promise<void>;
}

/** Does what is left to do, the most urgent first: the search, the preview, reading the other sessions. */
async function work({ ctx, get, isOver, dispatch, sleep }: Work): Promise<void> {
  let previewed: string | undefined;
  const loader = createLoader(ctx);
  for (;;) {
    // Keys that have arrived are handled first.
    await nextTurn();
    if (isOver()) return;
    const state = get();
    const wanted = wantedPreview(state);
    if (state.search && !isSearched(state.search)) dispatch({ type: "search", count: SEARCH_SLICE });
    else if (wanted !== undefined && wanted !== previewed) {
      previewed = wanted;
      const preview = await readSessionPreview(ctx, wanted);
      if (preview) dispatch({ type: "previewed", preview });
    } else if (state.isLoading) {
      const loaded = await loader();
      if (loaded) dispatch({ type: "loaded", ...loaded });
    } else await sleep();
  }
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
  return async (): Promise<{ rows: SessionRow[]; isLast: boolean } | undefined> => {
    if (!reading) {
      // Events that hooks left in the spool may concern the sessions that are listed.
      await ctx.drain();
      reading = readAllRows(ctx);
    }
    const { value, done } = await reading.next();
    kept.push(...(value ?? []));
    if (!done && kept.length < ADDED_AT_ONCE) return undefined;
    const rows = kept;
    kept = [];
    return { rows, isLast: done === true };
  };
}
