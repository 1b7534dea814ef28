import { untilTrue } from '../../support/index.js';
import { METRICS_TOKEN, readMetric, sumMetric } from '../../tools/read-metric.js';
import { startReplication, type Replication } from '../../tools/replication.js';

import { FEWEST_VALUES, medianInterval } from '../against/median-interval.js';
import { showProgress } from '../data/progress-bar.js';
import { alternate } from '../driving/alternate.js';
import { median } from '../driving/statistics.js';
import { atMost, type Measured } from '../report/measure.js';
import { renderStandbys, type StandbyPoint } from '../report/render-standbys.js';
import { benchServices } from '../system/bench-services.js';
import { readPostmaster } from '../system/process-meter.js';
import { startSystem } from '../system/start-system.js';
import { fillBench, gatewaySide, type Bench } from './bench.js';

const TICKETS = 10_000;
const CONNECTIONS = [1, 8, 32, 64];
/** So long that hundredths of a second are exact enough for what the primary has to do. */
const TURNS = { rounds: Number(process.env.TICKETGATE_BENCH_TURNS ?? 12), seconds: 3 };
/** Few requests would leave code that is not compiled yet. */
const WARM_UP = { connections: 16, seconds: 3 };
const STANDBYS = ['one', 'two'];
/** Both gateways count, so that both pay for it. */
const METRICS = `metrics: { token: ${METRICS_TOKEN} }\n`;

/** What reading from two standbys takes off their primary, and what it does to the times of answers: two gateways on one primary, in turns. */
export async function measureStandbys(): Promise<readonly Measured[]> {
  let replication: Replication | undefined;
  const system = await startSystem(benchServices(), async (folder) => {
    const started = await startReplication(folder);
    replication = started;
    const { url, data } = started.primary;
    return { url, log: `${data}.log`, pid: readPostmaster(data), stop: () => started.stop() };
  });
  if (replication === undefined) throw new Error('No server was started.');
  const bench = await fillBench(system, TICKETS, { configuration: METRICS });
  try {
    const points = await measureAll(bench, await addStandbys(replication));
    console.log(`\n${renderStandbys(points)}`);
    return points.flatMap(measuresOf);
  } finally {
    await system.stop();
  }
}

interface ReadFrom {
  /** Of a gateway. */
  readonly configuration: string;
  readonly pids: readonly number[];
}

async function addStandbys(replication: Replication): Promise<ReadFrom> {
  const { primary } = replication;
  // Copied to the standbys, where it counts.
  await primary.query('alter system set hot_standby_feedback = on');
  const standbys = [];
  for (const name of STANDBYS) standbys.push(await replication.addStandby(name, primary));
  const hosts = standbys.map(({ host }) => `'${host}'`).join();
  return {
    configuration: `${METRICS}database: { reads: { hosts: [${hosts}] } }\n`,
    pids: standbys.map(({ data }) => readPostmaster(data)),
  };
}

async function measureAll(bench: Bench, { configuration, pids }: ReadFrom): Promise<readonly StandbyPoint[]> {
  const gateway = await bench.system.startGateway({ configuration });
  await untilTrue(async () => (await sumMetric(gateway.url, 'standby_serves')) === STANDBYS.length);
  const sides = [gatewaySide(bench, 'TicketGet'), gatewaySide(bench, 'TicketGet', { gateway })] as const;
  const metered = sides.map((side) => ({ ...side, processes: { ...side.processes, standbys: pids } }));
  const points: StandbyPoint[] = [];
  for (const connections of CONNECTIONS) {
    const before = await countReads(gateway.url);
    const warmUp = { ...WARM_UP, connections: Math.max(connections, WARM_UP.connections) };
    const [without, reading] = await alternate(metered, { ...TURNS, connections, warmUp });
    const after = await countReads(gateway.url);
    if (without === undefined || reading === undefined) throw new Error('There is nothing to compare.');
    const atStandbys = after.atStandbys - before.atStandbys;
    points.push({
      connections,
      without,
      reading,
      atStandbys,
      fallenBack: difference(after.fallenBack, before.fallenBack),
    });
    showProgress('Measuring', points.length, CONNECTIONS.length);
  }
  return points;
}

async function countReads(url: string) {
  return { atStandbys: await sumMetric(url, 'standby_reads'), fallenBack: await readMetric(url, 'standby_fallbacks') };
}

/** What has been added since. */
function difference(
  after: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
): StandbyPoint['fallenBack'] {
  return new Map([...after].map(([reason, count]) => [reason, count - (before.get(reason) ?? 0)]));
}

function measuresOf({ connections, without, reading, fallenBack }: StandbyPoint): readonly Measured[] {
  const load = connections === 1 ? '1 connection' : `${connections} connections`;
  const where = `${load}, with standbys against without`;
  const [primary, other] = [reading, without].map(({ spent }) => spent?.database);
  const p50 = reading.driven.map((turn, round) => turn.p50 / (without.driven[round]?.p50 ?? turn.p50));
  const count = [...fallenBack.values()].reduce((sum, each) => sum + each, 0);
  return [
    ...(primary === undefined || other === undefined
      ? []
      : [measured(`processor time of the primary, ${where}`, primary / other, 0.1)]),
    { ...measured(`p50, ${where}`, median(p50), 1.1), ...(p50.length < FEWEST_VALUES ? {} : withInterval(p50)) },
    { measure: `reads that the primary answered instead, ${load}`, value: count, unit: 'count' },
  ];
}

function measured(measure: string, value: number, most: number): Measured {
  return { measure, value, unit: 'ratio', target: atMost(most) };
}

function withInterval(values: readonly number[]): Pick<Measured, 'value' | 'interval'> {
  const { value, ...interval } = medianInterval(values);
  return { value, interval };
}
