import dns from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';

/** Concurrent look-ups per request. */
const AT_A_TIME = 8;
/** Milliseconds for all look-ups of one request. */
const LOOK_UPS = 2_000;

/**
 * Whether all domains accept mail; each is looked up once. An address is not refused because a name server does not answer in
 * time.
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
