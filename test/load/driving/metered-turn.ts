import type { Side } from '../peers/check-peers.js';
import type { Spent } from '../report/measure.js';
import { usageOf } from '../system/process-meter.js';
import { drive, type Driven, type Load } from './drive.js';

/** Seconds of processor time; undefined where the system does not tell. */
type Seconds = number | undefined;

/** A turn, with what it took of the processors. */
export interface MeteredTurn extends Driven {
  readonly server: Seconds;
  readonly database: Seconds;
  readonly standbys: Seconds;
}

export async function driveMetered({ url, probe, processes }: Side, load: Load): Promise<MeteredTurn> {
  const before = readMeters(processes);
  const driven = await drive(url, probe, load);
  const after = readMeters(processes);
  return {
    ...driven,
    server: between(before.server, after.server),
    database: between(before.database, after.database),
    standbys: between(before.standbys, after.standbys),
  };
}

function readMeters({ server, database, standbys = [] }: Side['processes']) {
  return {
    server: usageOf(server)?.cpu,
    database: usageOf(database)?.cpu,
    standbys: total(standbys.map((pid) => usageOf(pid)?.cpu)),
  };
}

/** Per request over all turns: the system counts hundredths of a second. */
export function spentOn(side: string, turns: readonly MeteredTurn[]): Spent | undefined {
  const requests = turns.reduce((sum, turn) => sum + turn.requests, 0);
  const perRequest = (part: 'server' | 'database' | 'standbys') => {
    const seconds = total(turns.map((turn) => turn[part]));
    return seconds === undefined || requests === 0 ? undefined : (seconds * 1000) / requests;
  };
  const [server, database, standbys] = [perRequest('server'), perRequest('database'), perRequest('standbys')];
  if (server === undefined || database === undefined || standbys === undefined) return undefined;
  return { side, server, database, standbys };
}

function between(before: Seconds, after: Seconds): Seconds {
  return before === undefined || after === undefined ? undefined : after - before;
}

function total(parts: readonly Seconds[]): Seconds {
  return parts.reduce<Seconds>((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0);
}
