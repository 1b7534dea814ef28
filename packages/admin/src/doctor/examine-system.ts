import { hostname } from 'node:os';
import { findBloatedTables, Replicas } from '@ticketgate/database';
import { type Configuration, describeProblem, registerPlugins, type System, version } from '@ticketgate/runtime';
import { isOperationError } from '@ticketgate/sdk';
import { inputObject, listOf, objectOf } from '@ticketgate/sdk/schema';

import { lookUpIndexes, missingIndexes } from '../indexes/apply-indexes.js';
import { listServices } from '../services/list-services.js';
import { SignInProvider } from '../sign-in/sign-in-provider.js';
import { moment } from '../tasks/schemas.js';
import { type TaskSystem, task } from '../tasks/task.js';
import { examineDatabase } from './examine-database.js';
import { examineFiles } from './examine-files.js';
import { examineTraffic } from './examine-traffic.js';
import { examineWork } from './examine-work.js';
import { about, error, type Finding, finding, type Found, SEVERITIES, severity, warning } from './finding.js';

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
      examineFiles(system),
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
  const remedy = 'Finish the upgrade of all machines.';
  if (others.length > 0)
    return about('replicas', [warning(`This is version ${version}, and others serve: ${list}.`, remedy)]);
  const here = replicas.filter(({ name }) => name === hostname()).length;
  const { workers } = configuration.http;
  const gone = `${here} of the ${workers} processes of this machine serve.`;
  if (here > 0 && here < workers)
    return about('replicas', [warning(gone, 'Read the log of the server: it says why the others ended.')]);
  const machines = new Set(replicas.map(({ name }) => name)).size;
  const message = `Processes that serve: ${replicas.length}, on machines: ${machines}, all of version ${version}.`;
  return about('replicas', [], replicas.length === 0 ? 'No process serves this database at the moment.' : message);
}

/** Web services, and the plugins whose operations they use. */
async function examineServices(system: TaskSystem): Promise<readonly Finding[]> {
  const { problems } = registerPlugins(system.loadedPlugins, { isCalled: false });
  const broken = [...system.loadedPlugins.problems, ...problems].map((problem) =>
    error(describeProblem(problem), 'Correct the plugin, or take it out of "plugins", and restart.'),
  );
  const services = await listServices(system);
  const wrong = services.flatMap(({ name, state, reason, drift }) => {
    const back = `Correct it, or go back by "ticketgate service rollback ${name}".`;
    const take = 'Import the file, or export the service to it.';
    return [
      ...(state === 'not servable' ? [error(`"${name}" cannot be served: ${reason}`, back)] : []),
      ...(drift === undefined ? [] : [warning(`"${name}" and its file differ: ${drift}.`, take)]),
    ].map((each) => ({ ...each, service: name }));
  });
  return [
    ...about('plugins', broken, `${system.plugins.length} can be used.`),
    ...about('services', wrong, `${services.length} can be served or are disabled.`),
  ];
}

async function examineTables(system: System): Promise<readonly Finding[]> {
  const names = missingIndexes(await lookUpIndexes(system)).map(({ expected }) => expected.name);
  const missing = names.length === 0 ? [] : [describeMissing(names)];
  const bloated = (await findBloatedTables(system.database)).map(({ name, rows, deadRows }) =>
    warning(
      `${name} has ${deadRows} dead rows beside ${rows} others, because autovacuum does not keep up.`,
      `Run "vacuum (analyze) ${name}", and look for long transactions and abandoned replication slots.`,
    ),
  );
  return [
    ...about('indexes', missing, 'None is missing.'),
    ...about('tables', bloated, 'None has more dead rows than autovacuum leaves.'),
  ];
}

function describeMissing(names: readonly string[]): Found {
  const message = `${names.length} that make requests faster ${names.length === 1 ? 'is' : 'are'} missing: ${names.join(', ')}.`;
  return warning(message, 'Look at "ticketgate indexes"; "ticketgate indexes --apply" creates them.');
}

/** The provider by which administrators sign in, if there is one. */
export async function examineSignIn(configuration: Configuration): Promise<readonly Finding[]> {
  const { oidc } = configuration;
  if (oidc.issuer === null) return [];
  try {
    await new SignInProvider(configuration).examine();
    return about('sign-in', [], `${oidc.name} at ${oidc.issuer} answers.`);
  } catch (cause) {
    if (!isOperationError(cause)) throw cause;
    return about('sign-in', [error(cause.message, 'Correct "oidc" in gateway.yml, or what the message names.')]);
  }
}
