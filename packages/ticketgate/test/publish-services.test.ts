import type { Gateway } from '@ticketgate/gateway';
import { defaultConfiguration, type System } from '@ticketgate/runtime';
import { collectingLogger } from '../../../test/support/index.js';

import { keepPublished } from '../src/serving/publish-services.js';

it('a web service with errors is reported once for each change', async () => {
  const logger = collectingLogger();
  let config = 'broken';
  let look: () => void = () => undefined;
  const services = {
    fingerprint: () => Promise.resolve(''),
    list: () => Promise.resolve([{ id: 1, name: 'Desk', config, validID: 1 }]),
    watch(changed: () => void) {
      look = changed;
      return Promise.resolve(() => undefined);
    },
  };
  const subscriptions = { update: () => undefined, publishWith: () => undefined };
  const database = { query: () => Promise.resolve([{}]) };
  const configuration = defaultConfiguration('/');
  const system = { database, services, subscriptions, configuration, logger, isAttached: false };
  const gateway = {
    prepare: () => Promise.resolve(),
    publish: () => ({ rejected: config === 'right' ? [] : [{ name: 'Desk', diagnostics: [] }] }),
    services: () => [],
  };
  // All that publishing reaches.
  const stop = await keepPublished(system as unknown as System, gateway as unknown as Gateway, {
    serves: () => undefined,
  });
  const countReports = async (text: string) => {
    config = text;
    look();
    await new Promise((resolve) => setImmediate(resolve));
    return logger.lines.filter((line) => line.includes('a web service has errors')).length;
  };
  expect(await countReports('broken')).toBe(1);
  expect(await countReports('broken otherwise')).toBe(2);
  expect(await countReports('right')).toBe(2);
  expect(await countReports('broken otherwise')).toBe(3);
  await stop();
});
