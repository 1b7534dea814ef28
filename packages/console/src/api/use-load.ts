import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import type { Routes } from './admin-api.js';
import { call, isReachable, Unreachable, type Given } from './call.js';

export interface Loaded<Data> {
  /** Undefined before the first answer; afterwards the last one. */
  readonly data: Data | undefined;
  readonly problem: unknown;
  readonly reload: () => void;
  /** Puts another answer in its place. */
  readonly set: (data: Data) => void;
}

/** Loads when `keys` change, and drops answers that came too late. */
export function useLoad<Data>(load: (signal: AbortSignal) => Promise<Data>, keys: readonly unknown[]): Loaded<Data> {
  const [state, setState] = useState<{ readonly data?: Data; readonly problem?: unknown }>({});
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const abort = new AbortController();
    const take = (next: Parameters<typeof setState>[0]) => !abort.signal.aborted && setState(next);
    latest.current(abort.signal).then(
      (data) => take({ data }),
      (problem: unknown) => take((old) => ({ ...old, problem })),
    );
    return () => abort.abort();
  }, [...keys, round]);
  const reload = useCallback(() => setRound((old) => old + 1), []);
  const isBack = isReachable.value && state.problem instanceof Unreachable;
  // If the server was back before another failure was shown, `isBack` stays true.
  useEffect(() => {
    if (isBack) reload();
  }, [isBack, state.problem]);
  const set = useCallback((data: Data) => setState({ data }), []);
  return { data: state.data, problem: state.problem, reload, set };
}

/** The answer of a route, loaded again when `given` changes. It is compared as JSON at each render, so it must not have large texts. */
export function useAnswer<Route extends keyof Routes>(line: Route, given: Omit<Given<Route>, 'signal'> = {}) {
  return useLoad((signal) => call(line, { ...given, signal }), [line, JSON.stringify(given)]);
}

/** Milliseconds; processes report their load about as often. */
const REFRESH = 5000;

/** Loads again and again while somebody looks. */
export function useRefresh(...reloads: readonly (() => void)[]): void {
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && reloads.forEach((reload) => reload()), REFRESH);
    return () => clearInterval(timer);
  }, reloads);
}

/** Milliseconds after the last key. */
const PAUSE = 200;

/** A value once it no longer changes. Undefined values are passed over. */
export function useSettled<Value>(value: Value | undefined, first: Value): Value {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    if (value === undefined) return undefined;
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
