import dns from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Look-ups of one request at a time. */
const AT_A_TIME = 8;
/** The time limit for all look-ups of one request. Milliseconds. */
const LOOK_UPS = 2_000;

interface Search {
  /** A domain was found that takes no mail. */
  isRefused: boolean;
  isOver: boolean;
}

/**
 * Whether all domains take mail; each is looked up once. What a name server has not answered in time is no reason to refuse an
 * address.
 */
export async function takeMail(domains: readonly string[]): Promise<boolean> {
  const waiting = new Set(domains.map((domain) => domain.toLowerCase())).values();
  const search: Search = { isRefused: false, isOver: false };
  const patience = new AbortController();
  const lookUps = Array.from({ length: AT_A_TIME }, () => lookUpEach(waiting, search));
  await Promise.race([Promise.all(lookUps), wait(LOOK_UPS, undefined, { signal: patience.signal })]);
  patience.abort();
  search.isOver = true;
  return !search.isRefused;
}

/** Takes one domain after the other from those that wait, which others take from too. */
async function lookUpEach(waiting: Iterable<string>, search: Search): Promise<void> {
  for (const domain of waiting) {
    if (!(await takesMail(domain))) search.isRefused = true;
    if (search.isRefused || search.isOver) return;
  }
}

function takesMail(domain: string): Promise<boolean> {
  return dns
    .resolveMx(domain)
    .then((records) => records.length > 0)
    .catch(() => dns.resolve4(domain).then((addresses) => addresses.length > 0))
    .catch(() => false);
}
