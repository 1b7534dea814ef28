import { basename } from 'node:path';
import type { Data } from '@ticketgate/sdk';

import { defineAction } from '../tasks/action.js';
import { inputObject, listOf, named, objectOf, text, textOrNull } from '../tasks/schemas.js';

export const listPlugins = defineAction({
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
