import { alternate, ratioInterval, spentOf } from '../driving/alternate.js';
import { atLeast, type Measured } from '../report/measure.js';
import { gatewaySide, type Bench } from './bench.js';

const OPERATIONS = ['TicketCreate', 'TicketGet'] as const;
/** XML takes longer to read and to write than JSON. */
const TARGET = atLeast(0.7);
const TURNS = { rounds: 20 };

/** The same requests over SOAP and over REST, in turns. */
export async function measureSoap(bench: Bench): Promise<readonly Measured[]> {
  const measures: Measured[] = [];
  for (const operation of OPERATIONS) {
    const sides = [
      { ...gatewaySide(bench, `SOAP ${operation}`), name: 'SOAP' },
      { ...gatewaySide(bench, operation), name: 'REST' },
    ];
    const rounds = await alternate(sides, TURNS);
    const [soap, rest] = rounds;
    const { value, low, high } = ratioInterval(soap, rest);
    const measure = `${operation} over SOAP against REST`;
    measures.push({ measure, unit: 'ratio', value, interval: { low, high }, target: TARGET, spent: spentOf(rounds) });
  }
  return measures;
}
