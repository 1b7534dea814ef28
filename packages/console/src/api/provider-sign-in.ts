import { BASE, navigate, path, query, withQuery } from '../app/location.js';
import type { Administrator } from './admin-api.js';
import { call } from './call.js';

/** The page that the provider sends browsers back to. */
export const SIGN_IN_PATH = '/sign-in';
/** Asks that page to go on to the provider at once. */
const GO_ON = 'go';

/** The key under which this tab keeps where somebody was. */
const PLACE = 'place before sign-in';

/** The key under which it keeps that the provider has to ask who it is. */
const ASKS = 'provider asks';

/** After signing out, or as somebody else, nobody should be signed in as the same person again without a question. */
export function askNextTime(): void {
  sessionStorage.setItem(ASKS, 'true');
}

/** A link to a sign-in in another tab: this one keeps what was typed. */
export const OTHER_TAB = `${BASE}${SIGN_IN_PATH}?${GO_ON}`;

export function isGoingOn(): boolean {
  return path.value === SIGN_IN_PATH && query.value.has(GO_ON);
}

/** Whether the provider has sent the browser back. */
export function isBack(): boolean {
  return path.value === SIGN_IN_PATH && query.value.has('state');
}

export async function goToProvider(): Promise<void> {
  const { url } = await call('POST /sign-in', { body: { again: sessionStorage.getItem(ASKS) !== null } });
  if (path.value !== SIGN_IN_PATH) sessionStorage.setItem(PLACE, withQuery({}));
  window.location.assign(url);
}

/** Ends the sign-in, and returns who is signed in: the browser may come back twice. */
export async function comeBack(): Promise<Administrator> {
  const { search } = window.location;
  try {
    const who = await call('POST /sign-in/callback', { body: { query: search } });
    sessionStorage.removeItem(ASKS);
    return who;
  } catch (cause) {
    askNextTime();
    return await call('GET /session').catch(() => {
      throw cause;
    });
  } finally {
    // The address holds a code.
    navigate(sessionStorage.getItem(PLACE) ?? '/', { replace: true });
    sessionStorage.removeItem(PLACE);
  }
}
