import { hostname } from 'node:os';
import { basename } from 'node:path';
import { Replicas } from '@ticketgate/database';
import { describeURL, version } from '@ticketgate/runtime';
import type { Data } from '@ticketgate/sdk';
import { flag, inputObject, integer, listOf, named, number, objectOf, text, textOrNull } from '@ticketgate/sdk/schema';

import { moment } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';

export const describeSystem = task({
  at: 'GET /system',
  summary: 'Shows the versions, the database, the time zone and the sources of the system.',
  input: inputObject({}),
  answer: named(
    'System',
    objectOf({
      version: text,
      node: text,
      isAttached: flag,
      hostSystem: textOrNull,
      hostDifferences: listOf(text),
      mayPublish: flag,
      database: text,
      databaseVersion: text,
      time: moment,
      timeZone: text,
      uptime: integer,
      host: text,
      catalogue: textOrNull,
      webServices: textOrNull,
    }),
  ),
  async run(_input, { system }) {
    const { configuration, database, isAttached, differences, location, mayPublish, settings } = system;
    const [server] = await database.query<{ version: string }>(`select current_setting('server_version') as version`);
    return {
      version,
      node: process.version,
      isAttached,
      hostSystem: isAttached ? system.host.name : null,
      hostDifferences: differences.map(({ sentence }) => sentence),
      mayPublish,
      database: describeURL(location.url),
      databaseVersion: server?.version ?? '',
      time: system.now(),
      timeZone: settings.text('OTOBOTimeZone'),
      uptime: Math.floor(process.uptime()),
      host: hostname(),
      catalogue: configuration.catalogue.file,
      webServices: configuration.webServices.folder,
    };
  },
});

const load = named('Load', objectOf({ requestsPerSecond: number, busy: number, memory: integer }));

export const listReplicas = task({
  at: 'GET /replicas',
  summary: 'Lists the processes that serve this database, and how busy they are.',
  input: inputObject({}),
  answer: objectOf({
    items: listOf(
      named('Replica', objectOf({ id: text, name: text, version: text, address: text, since: moment, load })),
    ),
  }),
  run: async (_input, { system }) => ({ items: await new Replicas(system.database).list() }),
});

export const listPlugins = task({
  at: 'GET /plugins',
  summary: 'Lists plugins with their versions, operations and problems.',
  input: inputObject({}),
  answer: objectOf({
    items: listOf(named('Plugin', objectOf({ name: text, version: textOrNull, operations: listOf(text) }))),
    problems: listOf(named('PluginProblem', objectOf({ name: text, code: text, message: text }))),
  }),
  run: async (_input, { system: { plugins, loadedPlugins, pluginProblems } }): Promise<Data> => ({
    items: plugins.map(({ name, operations }) => ({
      name,
      version: loadedPlugins.entries.get(name)?.version ?? null,
      operations: operations.map(({ type }) => type).sort(),
    })),
    problems: pluginProblems.map(({ entry, code, message }) => ({ name: basename(entry.name), code, message })),
  }),
});
