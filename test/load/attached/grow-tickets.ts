import type { Database } from '@ticketgate/sdk';

import { HITS, type LoadedTickets } from '../data/load-tickets.js';
import { wordOf } from '../data/words.js';
import { drive } from '../driving/drive.js';
import { probeFor, type Caller } from '../requests/gateway-probes.js';

/** What a monitoring system calls two of five tickets. */
const SHARED_TITLE = 'Host db-07 does not answer';
/** Queues and states, and how many of twenty tickets have them. */
const QUEUES = shares({ Raw: 10, Postmaster: 4, Misc: 4, 'Misc::Sub': 2 });
const STATES = shares({ 'closed successful': 17, new: 1, open: 2 });
const BODY = 30;

/** Adds `count` tickets to a host's database by TicketCreate, 16 at a time: their rows are those that we write. */
export async function growTickets(
  { url, database, caller }: { readonly url: string; readonly database: Database; readonly caller: Caller },
  count: number,
): Promise<LoadedTickets> {
  const [start] = await database.query<{ id: number }>('select max(id)::integer + 1 as id from public.ticket');
  const tickets = {
    firstID: start?.id ?? 1,
    count,
    articles: 1,
    title: titleOf(count - 1, count),
    queue: queueOf(count - 1),
    state: stateOf(count - 1),
    titleWord: 'quasar',
    bodyWord: 'zephyr',
    reference: 'R-1',
  };
  const plain = probeFor('TicketCreate', { prefix: '/Webservice/Bench', caller, tickets, pageEnds: [] });
  let made = 0;
  const next = () => {
    const body = JSON.stringify({ ...caller.members, ...newTicket(made, count) });
    made += 1;
    return { ...plain.next(), body };
  };
  await drive(url, { ...plain, next }, { connections: 16, amount: count });
  await database.query('vacuum analyze');
  return tickets;
}

function newTicket(n: number, count: number): object {
  const found = isHit(n, count);
  const words = Array.from({ length: BODY }, (_, place) => wordOf(n * 31 + place * place * 11));
  return {
    Ticket: {
      Title: titleOf(n, count),
      Queue: queueOf(n),
      State: stateOf(n),
      Priority: '3 normal',
      CustomerUser: 'carla',
    },
    Article: {
      Subject: `About ${n}`,
      Body: [...words, ...(found ? ['zephyr'] : [])].join(' '),
      ContentType: 'text/plain; charset=utf-8',
    },
    DynamicField: [{ Name: 'Reference', Value: `R-${Math.floor(n / HITS) + 1}` }],
  };
}

function titleOf(n: number, count: number): string {
  const own = `Ticket ${n} about ${wordOf(n * 7)} and ${wordOf(n * 13 + 5)}`;
  if (isHit(n, count)) return `${own} with quasar`;
  return n % 5 < 2 && n !== count - 1 ? SHARED_TITLE : own;
}

/** Whether a search for the word finds the ticket. */
function isHit(n: number, count: number): boolean {
  const step = Math.max(1, Math.floor(count / HITS));
  return n % step === 0 && n / step < HITS;
}

function queueOf(n: number): string {
  return QUEUES[n % QUEUES.length] ?? '';
}

/** Each queue has tickets of each state. */
function stateOf(n: number): string {
  return STATES[(n + Math.floor(n / STATES.length)) % STATES.length] ?? '';
}

function shares(parts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(parts).flatMap(([name, times]) => Array.from({ length: times }, () => name));
}
