import { defineRoute, type AdminRoute } from '../admin-route.js';
import {
  anything,
  flag,
  integer,
  listOf,
  moment,
  number,
  named,
  objectOf,
  oneOf,
  text,
  textOrNull,
} from '../../actions/schemas/schemas.js';

const setting = named(
  'Setting',
  objectOf({
    name: text,
    value: anything,
    default: anything,
    source: oneOf('default', 'host', 'file', 'environment', 'command line'),
    from: textOrNull,
    description: text,
  }),
);

const settings = defineRoute({
  method: 'GET',
  path: '/settings',
  summary:
    'Settings of the family and options of gateway.yml: value, default, and where the value stands: which file, variable or flag. Secrets are masked.',
  answer: objectOf({
    settings: listOf(setting),
    options: listOf(setting),
  }),
  run: async (_call, system) => system.listSettings(),
});

const plugins = defineRoute({
  method: 'GET',
  path: '/plugins',
  summary: 'Plugins with their operations, and what is wrong with them.',
  answer: objectOf({
    items: listOf(named('Plugin', objectOf({ name: text, operations: listOf(text) }))),
    problems: listOf(named('PluginProblem', objectOf({ name: text, code: text, message: text }))),
  }),
  run: async (_call, system) => system.listPlugins(),
});

const replicas = defineRoute({
  method: 'GET',
  path: '/replicas',
  summary: 'The processes that serve this database, and how busy they are.',
  answer: objectOf({
    items: listOf(
      named(
        'Replica',
        objectOf({
          id: text,
          name: text,
          version: text,
          address: text,
          since: moment,
          load: named('Load', objectOf({ requestsPerSecond: number, busy: number, memory: integer })),
        }),
      ),
    ),
  }),
  run: async (_call, system) => ({ items: await system.replicas.list() }),
});

const describe = defineRoute({
  method: 'GET',
  path: '/system',
  summary: 'What runs here.',
  answer: named(
    'System',
    objectOf({
      version: text,
      node: text,
      isAttached: flag,
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
  run: (_call, system) => system.describe(),
});

const queues = named(
  'WaitingWork',
  objectOf({ waitingRequests: integer, debugRequests: integer, debugBytes: integer, droppedRequests: integer }),
);

const load = defineRoute({
  method: 'GET',
  path: '/system/load',
  summary:
    'How busy the process is that answers: its event loop, watched for 200 milliseconds, connections to the database, queues and caches; and the largest tables.',
  answer: named(
    'ProcessLoad',
    objectOf({
      pid: integer,
      eventLoop: named('EventLoop', objectOf({ busy: number, meanDelay: number, mostDelay: number })),
      pools: listOf(named('Pool', objectOf({ name: text, used: integer, free: integer, waiting: integer }))),
      caches: listOf(named('Cache', objectOf({ name: text, kept: integer, read: integer }))),
      queues: { anyOf: [queues, { type: 'null' }] },
      tables: listOf(named('TableSize', objectOf({ name: text, rows: { type: ['number', 'null'] }, bytes: integer }))),
    }),
  ),
  run: (_call, system) => system.measureLoad(),
});

export const systemRoutes: readonly AdminRoute[] = [settings, plugins, replicas, describe, load];
