import { hostname } from 'node:os';
import { basename } from 'node:path';
import { Replicas } from '@ticketgate/database';
import { describeURL, version } from '@ticketgate/runtime';
import type { Data } from '@ticketgate/sdk';
import {
  flag,
  inputObject,
  integer,
  listOf,
  listOfNamed,
  named,
  number,
  objectOf,
  text,
  textOrNull,
} from '@ticketgate/sdk/schema';

import { moment } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';
import { asEntries } from '../tasks/pages.js';

export const describeSystem = task({
  at: 'GET /system',
  needs: 'look',
  summary: 'Shows the versions, the database, the time zone and the sources of the system.',
  input: inputObject({}),
  answer: named('System', {
    version: text('Version of Ticketgate.'),
    node: text('Version of Node.js.'),
    isAttached: flag('Whether the database belongs to a host.'),
    hostSystem: textOrNull('The host that the database belongs to: the known one that it is most like.'),
    hostDifferences: listOf(text(), 'Where the database differs from that host, and what that means.'),
    mayPublish: flag('Whether this server may change web services.'),
    database: text('Where the database is.'),
    databaseVersion: text('Version of PostgreSQL.'),
    time: moment('The time of the server.'),
    timeZone: text('Time zone of the tickets.'),
    uptime: integer('Seconds since the start.'),
    host: text('Name of the machine.'),
    catalogue: textOrNull('The file of the catalogue; null for none.'),
    webServices: textOrNull('The folder of definition files; null for none.'),
  }),
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

const load = named('Load', {
  requestsPerSecond: number('Requests of a second.'),
  busy: number('The share of its time that the process is busy, 0 to 1.'),
  memory: integer('Bytes of memory that it uses.'),
});

export const listReplicas = task({
  at: 'GET /replicas',
  needs: 'look',
  summary: 'Lists the processes that serve this database, and how busy they are.',
  input: inputObject({}),
  answer: objectOf({
    items: asEntries('Replica', {
      id: text('Names the process.'),
      name: text('Name of the machine.'),
      version: text('Version of Ticketgate.'),
      address: text('Where it listens.'),
      since: moment('When it started.'),
      load: { ...load, description: 'How busy it is.' },
    }),
  }),
  run: async (_input, { system }) => ({ items: await new Replicas(system.database).list() }),
});

export const listPlugins = task({
  at: 'GET /plugins',
  needs: 'look',
  summary: 'Lists plugins with their versions, operations and problems.',
  input: inputObject({}),
  answer: objectOf({
    items: asEntries('Plugin', {
      name: text('Name of the plugin.'),
      version: textOrNull('Version of its package; null where it has none.'),
      operations: listOf(text(), 'Types of its operations.'),
    }),
    problems: listOfNamed('What is wrong with plugins.', 'PluginProblem', {
      name: text('Name of the plugin.'),
      code: text('What kind of problem it is; the documentation explains each code.'),
      message: text('What is wrong, and what to do.'),
    }),
  }),
  run: async (_input, { system: { plugins, loadedPlugins, pluginProblems } }): Promise<Data> => ({
    items: plugins.map(({ name, operations }) => ({
      name,
      version: loadedPlugins.listings.get(name)?.version ?? null,
      operations: operations.map(({ type }) => type).sort(),
    })),
    problems: pluginProblems.map(({ listed, code, message }) => ({ name: basename(listed.name), code, message })),
  }),
});
