import { call } from './call.js';
import { useLoad, useSettled } from './use-load.js';

/** Characters from which it searches. */
const SHORTEST = 2;

/** What the server finds by a text; undefined until it has answered, and where the text is too short. */
export function useSearch(text: string) {
  const wanted = text.trim();
  const isAsked = wanted.length >= SHORTEST;
  const settled = useSettled(wanted, wanted);
  const { data, problem } = useLoad(
    async (signal) =>
      settled.length < SHORTEST
        ? undefined
        : { of: settled, ...(await call('GET /search', { query: { text: settled }, signal })) },
    [settled],
  );
  const found = isAsked && data?.of === wanted ? data : undefined;
  return { found, isLoading: isAsked && found === undefined && problem === undefined };
}
