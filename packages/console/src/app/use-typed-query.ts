import { useEffect, useState } from 'preact/hooks';

import { query, setQuery } from './location.js';

/** Milliseconds without a key, after which the address follows. */
const PAUSE = 250;

/** A parameter of the address that somebody types; a change of it goes back to the first page. */
export function useTypedQuery(name: string): readonly [string, (value: string) => void] {
  const given = query.value.get(name) ?? '';
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given]);
  useEffect(() => {
    if (typed === given) return undefined;
    const timer = setTimeout(() => setQuery({ [name]: typed, after: undefined, before: undefined }), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}
