import { getService } from '../../services/find-service.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { inputObject } from '../../actions/schemas/input-object.js';
import {
  anything,
  flag,
  integer,
  listOf,
  mapOf,
  moment,
  number,
  named,
  objectOf,
  oneOf,
  text,
  textOrNull,
  word,
} from '../../actions/schemas/schemas.js';
import { ServiceUnknown } from '../../services/service-errors.js';

const counts = mapOf(integer);

/** A few megabytes. */
const MOST_PERIODS = 10_000;
const HOUR = 3_600_000;
/** Hours up to which statistics come by this step: a page of them never has more than a few hundred times. */
const STEPS = [
  { hours: 3, step: 'minute' },
  { hours: 7 * 24, step: 'hour' },
] as const;

const statistics = defineRoute({
  method: 'GET',
  path: '/statistics',
  summary:
    'Requests of a web service by time, operation and route: by the minute for 3 hours, by the hour for 7 days, else by the day; the newest, and `isCutShort` where there are more.',
  query: inputObject(
    { service: word },
    {
      hours: { type: 'integer', minimum: 1, maximum: 720, default: 24 },
      limit: { type: 'integer', minimum: 1, maximum: MOST_PERIODS, default: MOST_PERIODS },
    },
  ),
  answer: objectOf({
    step: oneOf('minute', 'hour', 'day'),
    items: listOf(
      named(
        'Period',
        objectOf({
          begin: moment,
          serviceID: integer,
          operation: text,
          method: text,
          route: text,
          requests: integer,
          failed: integer,
          errors: counts,
          durations: counts,
          milliseconds: number,
          bytesReceived: integer,
          bytesSent: integer,
        }),
      ),
    ),
    isCutShort: flag,
  }),
  errors: [ServiceUnknown],
  async run({ query: { service, hours, limit } }, system) {
    const { id } = await getService(system, service);
    const step = STEPS.find((each) => hours <= each.hours)?.step ?? 'day';
    const since = new Date(system.now().getTime() - hours * HOUR);
    const found = await system.counts.periods({ serviceID: id, since, step, limit: limit + 1 });
    return { step, items: found.slice(-limit), isCutShort: found.length > limit };
  },
});

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

export const systemRoutes: readonly AdminRoute[] = [statistics, settings, plugins, replicas, describe];
