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
}

export async function driveMetered({ url, probe, processes }: Side, load: Load): Promise<MeteredTurn> {
  const before = { server: usageOf(processes.server), database: usageOf(processes.database) };
  const driven = await drive(url, probe, load);
  const after = { server: usageOf(processes.server), database: usageOf(processes.database) };
  return {
    ...driven,
    server: between(before.server?.cpu, after.server?.cpu),
    database: between(before.database?.cpu, after.database?.cpu),
  };
}

/** Per request over all turns: the system counts hundredths of a second. */
export function spentOn(side: string, turns: readonly MeteredTurn[]): Spent | undefined {
  const requests = turns.reduce((sum, turn) => sum + turn.requests, 0);
  const [server, database] = (['server', 'database'] as const).map((part) => total(turns.map((turn) => turn[part])));
  if (server === undefined || database === undefined || requests === 0) return undefined;
  return { side, server: (server * 1000) / requests, database: (database * 1000) / requests };
}

function between(before: Seconds, after: Seconds): Seconds {
  return before === undefined || after === undefined ? undefined : after - before;
}

function total(parts: readonly Seconds[]): Seconds {
  return parts.reduce<Seconds>((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0);
}
