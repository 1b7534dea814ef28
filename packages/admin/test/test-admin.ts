import { accountsCatalogue, accountsMigrations, createAccounts } from '@ticketgate/accounts';
import {
  createSnapshots,
  databaseMigrations,
  RecordedRequests,
  RequestCounts,
  ServiceStore,
} from '@ticketgate/database';
import { OperationRegistry, ServiceStates } from '@ticketgate/gateway';
import { defineOperation, NO_EVENTS } from '@ticketgate/sdk';
import type { AdminSystem } from '../src/admin-system.js';
import { silentLogger, startTestDatabase, type TestDatabase } from '../../../test/support/index.js';

export const NOW = '2026-11-22 10:00:00';

export interface TestAdmin {
  readonly admin: AdminSystem;
  readonly database: TestDatabase['database'];
  stop(): Promise<void>;
}

/** Administration of a database of its own, with the operations `Room::RoomList` and `Room::RoomBook`. */
export async function startTestAdmin(): Promise<TestAdmin> {
  const test = await startTestDatabase({ migrations: [...databaseMigrations, ...accountsMigrations] });
  const { database } = test;
  const now = () => new Date();
  const snapshots = await createSnapshots({ database, maxAge: 60, now });
  const settings = { text: () => 'UTC', number: () => 4, isOn: () => false } as never;
  const accounts = createAccounts({
    database,
    settings,
    logger: silentLogger,
    isAttached: false,
    snapshot: (name, load) => snapshots.snapshot(name, load),
    now,
  });
  await accounts.agents.add({ ...PERSON, login: 'anna', password: 'a-long-Passw0rd' });
  const admin: AdminSystem = {
    services: new ServiceStore(database),
    operations: testOperations(),
    states: new ServiceStates(testOperations()),
    definitionBytes: 2_000_000,
    allowedHosts: [],
    mayPublish: true,
    catalogue: {
      kinds: accountsCatalogue,
      isReadOnly: false,
      database,
      settings,
      now,
      change: (work, isChange) => snapshots.change(work, isChange),
      eventsOn: () => Promise.resolve(NO_EVENTS),
    },
    directory: () => accounts.directory(),
    listWeekCallers: (serviceID) =>
      new RecordedRequests(database).listCallers(serviceID, new Date('2026-11-15T10:00:00Z')),
    countWeekCalls: () => new RequestCounts(database).calls(new Date('2026-11-15T10:00:00Z')),
    time: () => NOW,
  };
  return {
    admin,
    database,
    async stop() {
      snapshots.close();
      await test.stop();
    },
  };
}

const PERSON = { firstName: 'Anna', lastName: 'Admin', email: 'anna@example.org' };

export function testOperations(): OperationRegistry {
  const operations = new OperationRegistry();
  for (const [type, effect] of [
    ['Room::RoomList', 'reads'],
    ['Room::RoomBook', 'writes'],
  ] as const) {
    operations.register(
      defineOperation({
        type,
        summary: `Does what ${type} says.`,
        effect,
        input: { type: 'object' },
        run: () => Promise.resolve({}),
      }),
    );
  }
  return operations;
}

/** A definition of `Room::RoomList`. */
export function roomService(route = '/rooms', rest = ''): string {
  return `# Rooms.
Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { MaxLength: 1000, KeepAlive: 1, RouteOperationMapping: { List: { Route: ${route}, RequestMethod: [GET] } } }
  Operation: { List: { Type: 'Room::RoomList' } }
${rest}`;
}
