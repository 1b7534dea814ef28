import type { StoredService } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';
import type { Operation } from '@ticketgate/sdk';
import { inputObject, listOf, objectOf } from '@ticketgate/sdk/schema';

import { mayDo } from '../tasks/scope.js';
import { task, type TaskSystem } from '../tasks/task.js';
import { operationSchema } from '../services/service-schemas.js';

export const listOperations = task({
  at: 'GET /operations',
  needs: 'nothing',
  summary:
    'Lists the operations that definitions may name, with schemas, examples, plugin and version, and the web services that use them.',
  input: inputObject({}),
  answer: objectOf({ items: listOf(operationSchema, 'The entries.') }),
  async run(_input, { system, author }) {
    const plugins = mapPlugins(system);
    const users = await findUsers(system, (service) => mayDo(author, 'look', service));
    const items = system.operations.types().flatMap((type) => {
      const operation = system.operations.get(type)?.operation;
      if (operation === undefined) return [];
      const from = { ...NOWHERE, ...plugins.get(type) };
      return [{ type, ...from, services: users.get(type) ?? [], ...toListedOperation(operation) }];
    });
    return { items };
  },
});

function toListedOperation(operation: Operation) {
  const { summary, description = null, effect, input, output = null, options = {}, errors = [] } = operation;
  const examples = (operation.examples ?? []).map((each) => ({ summary: each.summary, input: each.input }));
  const isReplayed = operation.replay !== false;
  return { summary, description, effect, input, output, options, errors, examples, isReplayed };
}

const NOWHERE = { plugin: null, version: null };

/** Plugins with the versions of their packages, by the types of their operations. */
function mapPlugins({ plugins, loadedPlugins }: TaskSystem) {
  return new Map(
    plugins.flatMap(({ name, operations }) => {
      const from = { plugin: name, version: loadedPlugins.listings.get(name)?.version ?? null };
      return operations.map(({ type }): readonly [string, typeof from] => [type, from]);
    }),
  );
}

/** Names of web services by the types of operations that they use; those that cannot be read use none. */
async function findUsers({ services, definitionBytes }: TaskSystem, isShown: (service: string) => boolean) {
  const users = new Map<string, string[]>();
  const shown = (await services.list()).filter(({ name }) => isShown(name));
  for (const { name, types } of await Promise.all(shown.map((each) => loadTypes(each, definitionBytes))))
    for (const type of types) users.set(type, [...(users.get(type) ?? []), name]);
  return users;
}

async function loadTypes({ name, config }: StoredService, mostBytes: number) {
  const { webService } = await offMainThread('load', config, name, { mostBytes });
  return { name, types: new Set([...(webService?.operations.values() ?? [])].map(({ type }) => type)) };
}
