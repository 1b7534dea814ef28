import { drive } from '../driving/drive.js';
import { CREDENTIALS, OPERATIONS, type CredentialKind, type OperationName } from '../requests/gateway-probes.js';
import { usageOf } from '../system/process-meter.js';
import { gatewaySide, type Bench } from './bench.js';

/** One line of the table of operations. */
export interface OperationSpeed {
  readonly operation: OperationName;
  readonly credentials: CredentialKind;
  readonly connections: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of processor time of the server per request; undefined where it cannot be told. */
  readonly cpu: number | undefined;
  /** Bytes of resident memory of the server afterwards. */
  readonly memory: number | undefined;
}

const CONNECTIONS = [1, 16];
const SECONDS = 1;
const WARM_UP = { connections: 16, seconds: 1 };

/** Every operation with every way to say who is calling, with one client and with sixteen. */
export async function measureOperations(bench: Bench): Promise<readonly OperationSpeed[]> {
  const speeds: OperationSpeed[] = [];
  for (const operation of OPERATIONS) {
    const { url, probe } = gatewaySide(bench, operation);
    await drive(url, probe, WARM_UP);
    // A session is begun with a password.
    for (const credentials of operation === 'SessionCreate' ? (['password'] as const) : CREDENTIALS) {
      for (const connections of CONNECTIONS) {
        speeds.push(await measureOne(bench, { operation, credentials, connections }));
      }
    }
  }
  return speeds;
}

async function measureOne(
  bench: Bench,
  { operation, credentials, connections }: Pick<OperationSpeed, 'operation' | 'credentials' | 'connections'>,
): Promise<OperationSpeed> {
  const { url, probe } = gatewaySide(bench, operation, { kind: credentials });
  const pid = bench.gateway.child.pid ?? 0;
  const before = usageOf(pid);
  const { perSecond, p50, p99, requests } = await drive(url, probe, { connections, seconds: SECONDS });
  const after = usageOf(pid);
  const cpu = before === undefined || after === undefined ? undefined : ((after.cpu - before.cpu) * 1000) / requests;
  return { operation, credentials, connections, perSecond, p50, p99, cpu, memory: after?.memory };
}
