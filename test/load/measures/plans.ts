import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Database } from '@ticketgate/sdk';

import { drive } from '../driving/drive.js';
import { atMost, type Measured } from '../report/measure.js';
import { OPERATIONS } from '../requests/gateway-probes.js';
import { gatewaySide, logIn, type Bench } from './bench.js';

/** As often as PostgreSQL looks at a prepared statement before it settles on a plan, and once more. */
const REQUESTS = 7;
/** Tables that grow with the tickets. */
const LARGE =
  /Seq Scan on (?:ticket|article|article_data_mime|article_search_index|article_flag|ticket_history|ticket_flag|dynamic_field_value)\b/;
/** Read by `docs/performance.md`. */
export const PLANS_FILE = 'bench-plans.txt';

/** Writes down how PostgreSQL runs each statement of each operation, and counts those that read a large table from end to end. */
export async function measurePlans(bench: Bench): Promise<Measured> {
  await explainAll(bench.system.database);
  // Only new connections explain.
  const gateway = await bench.system.startGateway();
  const plans: string[] = [];
  try {
    const fresh = { ...bench, gateway, credentials: await logIn(gateway.url, bench.credentials) };
    for (const operation of OPERATIONS) {
      const before = statSync(bench.system.databaseLog).size;
      const { url, probe } = gatewaySide(fresh, operation);
      await drive(url, probe, { connections: 1, amount: REQUESTS });
      const log = readFileSync(bench.system.databaseLog).subarray(before).toString('utf8');
      plans.push(...plansIn(log).map((plan) => `${operation}\n\n${plan}`));
    }
  } finally {
    await gateway.stop();
  }
  writeFileSync(PLANS_FILE, `${plans.join('\n\n\n')}\n`);
  const whole = plans.filter((plan) => LARGE.test(plan)).length;
  return { measure: 'statements that read a large table whole', unit: 'count', value: whole, target: atMost(0) };
}

async function explainAll(database: Database): Promise<void> {
  await database.withConnection(async (connection) => {
    await connection.query(`load 'auto_explain'`);
    await connection.query(`alter system set session_preload_libraries = 'auto_explain'`);
    await connection.query('alter system set auto_explain.log_min_duration = 0');
    await connection.query('select pg_reload_conf()');
  });
}

/** The last plan of each statement in a log, with the beginning of its text. */
function plansIn(log: string): readonly string[] {
  const plans = new Map<string, string>();
  for (const entry of log.split(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /m)) {
    const [, text] = /^LOG: {2}duration: [\d.]+ ms {2}plan:\n\s*Query Text: ([\s\S]*)$/.exec(entry) ?? [];
    if (text === undefined) continue;
    const lines = text.split('\n').map((line) => line.replace(/^\t/, ''));
    const root = lines.findIndex((line) => line.includes('(cost='));
    const [words = ''] = lines.slice(0, root).join(' ').split('Query Parameters:');
    const statement = words.replaceAll(/\s+/g, ' ').trim();
    plans.set(statement, `${statement.slice(0, 160)}\n${lines.slice(root).join('\n').trimEnd()}`);
  }
  return [...plans.values()];
}
