import { useEffect, useRef } from 'preact/hooks';

import type { Published, RecordedRequest, SavedDraft, Skipped } from './admin-api.js';
import { API, call, isReachable } from './call.js';

interface Events {
  readonly request: RecordedRequest;
  readonly publish: Published;
  readonly draft: SavedDraft;
  readonly skipped: Skipped;
}

type Listeners = { readonly [Name in keyof Events]: Set<(data: Events[Name]) => void> };
const listeners: Listeners = { request: new Set(), publish: new Set(), draft: new Set(), skipped: new Set() };

let source: EventSource | undefined;
/** Milliseconds until another try after an answer that is not a stream, such as that of a proxy, or without a session. */
const RETRY = 5000;

/** Once for all screens. The browser connects again by itself after a cut. */
export function listenToEvents(): void {
  if (source !== undefined) return;
  const opened = (source = new EventSource(`${API}/events`));
  const on = (name: string, take: (data: never) => void) => {
    opened.addEventListener(name, (event: MessageEvent<string>) => {
      take(JSON.parse(event.data) as never); // as the document of the server says
    });
  };
  opened.addEventListener('open', () => (isReachable.value = true));
  // It may also have been cut off by a proxy.
  opened.addEventListener('error', () => {
    void call('GET /session').catch(() => undefined);
    if (opened.readyState === EventSource.CLOSED) setTimeout(() => source === opened && listenAgain(), RETRY);
  });
  for (const name of ['request', 'publish', 'draft', 'skipped'] as const) {
    on(name, (data) => {
      for (const take of listeners[name]) take(data);
    });
  }
}

/** Keeps asking while nothing answers: the stream may be back before the failure of a request is known. */
export function useReturn(): void {
  useEffect(() => {
    if (isReachable.value) return undefined;
    const timer = setInterval(() => void call('GET /session').catch(() => undefined), RETRY);
    return () => clearInterval(timer);
  }, [isReachable.value]);
}

function listenAgain(): void {
  source = undefined;
  listenToEvents();
}

export function stopListening(): void {
  source?.close();
  source = undefined;
}

/** Calls `take` for each event as long as the screen is there. */
export function useEvent<Name extends keyof Events>(name: Name, take: (data: Events[Name]) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const set: Set<(data: Events[Name]) => void> = listeners[name];
    const tell = (data: Events[Name]) => latest.current(data);
    set.add(tell);
    return () => set.delete(tell);
  }, []);
}
