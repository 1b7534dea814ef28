import dns from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';

/** Look-ups of one request at a time. */
const AT_A_TIME = 8;
/** The time limit for all look-ups of one request. Milliseconds. */
const LOOK_UPS = 2_000;

/**
 * Whether all domains accept mail; each is looked up once. A name server that does not answer in time is not a reason to refuse an
 * address.
 */
export async function acceptMail(domains: readonly string[]): Promise<boolean> {
  const limit = pLimit(AT_A_TIME);
  const patience = new AbortController();
  const different = new Set(domains.map((domain) => domain.toLowerCase()));
  const lookUps = Promise.all([...different].map((domain) => limit(requireMail, domain)));
  const found = lookUps.then(
    () => true,
    () => false,
  );
  const all = await Promise.race([found, wait(LOOK_UPS, true, { signal: patience.signal })]);
  patience.abort();
  limit.clearQueue();
  return all;
}

async function requireMail(domain: string): Promise<void> {
  if (!(await takesMail(domain))) throw new Error(`${domain} does not accept mail.`);
}

function takesMail(domain: string): Promise<boolean> {
  return dns
    .resolveMx(domain)
    .then((records) => records.length > 0)
    .catch(() => dns.resolve4(domain).then((addresses) => addresses.length > 0))
    .catch(() => false);
}
