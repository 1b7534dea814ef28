import { hostname } from 'node:os';
import { findBloatedTables, Replicas } from '@ticketgate/database';
import { type Configuration, describeProblem, registerPlugins, type System, version } from '@ticketgate/runtime';
import { isOperationError } from '@ticketgate/sdk';
import { declareMessages, inputObject, listOf, objectOf } from '@ticketgate/sdk/schema';

import { lookUpIndexes, missingIndexes } from '../indexes/apply-indexes.js';
import { listServices } from '../services/list-services.js';
import { SignInProvider } from '../sign-in/sign-in-provider.js';
import { moment } from '../tasks/schemas.js';
import { type TaskSystem, task } from '../tasks/task.js';
import { examineDatabase } from './examine-database.js';
import { examineFiles } from './examine-files.js';
import { examineTraffic } from './examine-traffic.js';
import { examineWork } from './examine-work.js';
import { about, error, type Finding, finding, fine, type Found, SEVERITIES, severity, warning } from './finding.js';

const say = declareMessages({
  'finding.replicas': 'Processes that serve: {number}, on machines: {machines}, all of version {version}.',
  'finding.replicas.none': 'No process serves this database at the moment.',
  'finding.replicas.versions': 'This is version {version}, and others serve: {list}.',
  'finding.replicas.upgrade': 'Finish the upgrade of all machines.',
  'finding.replicas.gone': '{here} of the {workers} processes of this machine serve.',
  'finding.replicas.read-log': 'Read the log of the server: it says why the others ended.',
  'finding.plugins': '{number} can be used.',
  'finding.plugins.broken': '{problem}',
  'finding.plugins.correct': 'Correct the plugin, or take it out of "plugins", and restart.',
  'finding.services': '{number} can be served or are disabled.',
  'finding.services.broken': '"{name}" cannot be served: {reason}',
  'finding.services.go-back': 'Correct it, or go back by "ticketgate service rollback {name}".',
  'finding.services.drift': '"{name}" and its file differ: {drift}.',
  'finding.services.take': 'Import the file, or export the service to it.',
  'finding.indexes': 'None is missing.',
  'finding.indexes.one': '1 that make requests faster is missing: {names}.',
  'finding.indexes.several': '{number} that make requests faster are missing: {names}.',
  'finding.indexes.create': 'Look at "ticketgate indexes"; "ticketgate indexes --apply" creates them.',
  'finding.tables': 'None has more dead rows than autovacuum leaves.',
  'finding.tables.bloated': '{name} has {dead} dead rows and {rows} others, because autovacuum does not keep up.',
  'finding.tables.vacuum':
    'Run "vacuum (analyze) {name}", and look for long transactions and abandoned replication slots.',
  'finding.sign-in': '{provider} at {issuer} answers.',
  'finding.sign-in.fails': '{problem}',
  'finding.sign-in.correct': 'Correct "oidc" in gateway.yml, or what the message names.',
});

export const examineSystem = task({
  at: 'GET /health',
  needs: 'look',
  summary:
    'Examines the database, events, debug log, backups, files, web services and their requests, plugins and processes, and says what to do about what is wrong: for people and for monitoring.',
  input: inputObject({}),
  answer: objectOf({
    severity: { ...severity, description: 'The worst of all findings.' },
    time: moment('When it was looked at.'),
    findings: listOf(finding, 'What was looked at; several of a subject where several things are wrong with it.'),
  }),
  async run(_input, { system }) {
    const parts = [
      await examineDatabase(system),
      await examineTables(system),
      await examineServices(system),
      await examineTraffic(system),
      await examineWork(system),
      await examineReplicas(system),
      await examineFiles(system),
      await examineSignIn(system.configuration),
    ];
    const findings = parts.flat();
    const worst = SEVERITIES.findLast((each) => findings.some((found) => found.severity === each));
    return { severity: worst ?? 'fine', time: system.now(), findings };
  },
});

/** The processes that serve the database, also on other machines. */
async function examineReplicas({
  database,
  configuration,
}: Pick<System, 'database' | 'configuration'>): Promise<readonly Finding[]> {
  const replicas = await new Replicas(database).list();
  const others = replicas.filter((each) => each.version !== version);
  const list = others.map((each) => `${each.name} ${each.version}`).join(', ');
  const find = (found: Found) => [{ subject: 'replicas', ...found }];
  if (others.length > 0)
    return find(warning(say('finding.replicas.versions', { version, list }), say('finding.replicas.upgrade')));
  const here = replicas.filter(({ name }) => name === hostname()).length;
  const { workers } = configuration.http;
  if (here > 0 && here < workers)
    return find(warning(say('finding.replicas.gone', { here, workers }), say('finding.replicas.read-log')));
  const number = replicas.length;
  const machines = new Set(replicas.map(({ name }) => name)).size;
  return find(
    fine(number === 0 ? say('finding.replicas.none') : say('finding.replicas', { number, machines, version })),
  );
}

async function examineServices(system: TaskSystem): Promise<readonly Finding[]> {
  const { problems } = registerPlugins(system.loadedPlugins, { isCalled: false });
  const broken = [...system.loadedPlugins.problems, ...problems].map((problem) =>
    error(say('finding.plugins.broken', { problem: describeProblem(problem) }), say('finding.plugins.correct')),
  );
  const services = await listServices(system);
  const wrong = services.flatMap(({ name, state, reason = '', reasonMessage, drift }) => {
    const broken = say('finding.services.broken', { name, reason: reasonMessage ?? reason });
    return [
      ...(state === 'not servable' ? [error(broken, say('finding.services.go-back', { name }))] : []),
      ...(drift === undefined
        ? []
        : [warning(say('finding.services.drift', { name, drift }), say('finding.services.take'))]),
    ].map((each) => ({ ...each, service: name }));
  });
  return [
    ...about('plugins', broken, say('finding.plugins', { number: system.plugins.length })),
    ...about('services', wrong, say('finding.services', { number: services.length })),
  ];
}

async function examineTables(system: System): Promise<readonly Finding[]> {
  const names = missingIndexes(await lookUpIndexes(system)).map(({ expected }) => expected.name);
  const number = names.length;
  const missing = say(number === 1 ? 'finding.indexes.one' : 'finding.indexes.several', {
    number,
    names: names.join(', '),
  });
  const bloated = (await findBloatedTables(system.database)).map(({ name, rows, deadRows: dead }) =>
    warning(say('finding.tables.bloated', { name, dead, rows }), say('finding.tables.vacuum', { name })),
  );
  return [
    ...about('indexes', number === 0 ? [] : [warning(missing, say('finding.indexes.create'))], say('finding.indexes')),
    ...about('tables', bloated, say('finding.tables')),
  ];
}

async function examineSignIn(configuration: Configuration): Promise<readonly Finding[]> {
  const { oidc } = configuration;
  if (oidc.issuer === null) return [];
  try {
    await new SignInProvider(configuration).examine();
    return about('sign-in', [], say('finding.sign-in', { provider: oidc.name, issuer: oidc.issuer }));
  } catch (cause) {
    if (!isOperationError(cause)) throw cause;
    const fails = say('finding.sign-in.fails', { problem: cause.message });
    return about('sign-in', [error(fails, say('finding.sign-in.correct'))], fails);
  }
}
