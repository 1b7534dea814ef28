import { EVENT_CHANNEL } from '@ticketgate/database/postgres';
import { startTestDatabase, untilTrue, type TestDatabase } from '../../../test/support/index.js';

import { createAnnouncer } from '../src/events/event-announcer.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await startTestDatabase({ migrations: [] });
});

afterAll(() => test.stop());

describe('the announcement of events', () => {
  it('tells each consumer once of what was written in a moment, and again of what is written later', async () => {
    const { database } = test;
    const heard: (string | undefined)[] = [];
    const stop = await database.notifications.listen(EVENT_CHANNEL, (consumer) => heard.push(consumer));
    const announcer = createAnnouncer(database);
    for (const consumer of ['tell', 'note', 'tell']) announcer.announce([consumer]);
    await untilTrue(() => Promise.resolve(heard.length >= 2));
    announcer.announce(['tell']);
    await untilTrue(() => Promise.resolve(heard.length >= 3));
    expect(heard).toEqual(['tell', 'note', 'tell']);
    stop();
  });

  it('does not wait when the process ends', async () => {
    const { database } = test;
    const heard: (string | undefined)[] = [];
    const stop = await database.notifications.listen(EVENT_CHANNEL, (consumer) => heard.push(consumer));
    const announcer = createAnnouncer(database);
    announcer.announce(['tell']);
    await announcer.flush();
    await untilTrue(() => Promise.resolve(heard.length === 1));
    stop();
  });
});
