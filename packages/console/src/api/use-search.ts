import { call } from './call.js';
import { useLoad } from './use-load.js';

/** Milliseconds without a key, after which the server is asked. */
const PAUSE = 150;
/** Characters from which it searches. */
const SHORTEST = 2;

/** What the server finds by a text; undefined until it has answered, and where the text is too short. */
export function useSearch(text: string) {
  const wanted = text.trim();
  const isAsked = wanted.length >= SHORTEST;
  const { data, problem } = useLoad(
    async (signal) => {
      if (!isAsked) return undefined;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return { of: wanted, ...(await call('GET /search', { query: { text: wanted }, signal })) };
    },
    [wanted],
  );
  const found = isAsked && data?.of === wanted ? data : undefined;
  return { found, isLoading: isAsked && found === undefined && problem === undefined };
}
