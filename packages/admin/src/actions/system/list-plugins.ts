import { basename } from 'node:path';
import type { Data } from '@ticketgate/sdk';

import { defineAction } from '../action.js';
import { inputObject, listOf, named, objectOf, text } from '../schemas/schemas.js';

export const listPlugins = defineAction({
  summary: 'Plugins with their operations, and what is wrong with them.',
  input: inputObject({}),
  answer: objectOf({
    items: listOf(named('Plugin', objectOf({ name: text, operations: listOf(text) }))),
    problems: listOf(named('PluginProblem', objectOf({ name: text, code: text, message: text }))),
  }),
  run: async (_input, { system: { plugins, pluginProblems } }): Promise<Data> => ({
    items: plugins.map(({ name, operations }) => ({ name, operations: operations.map(({ type }) => type).sort() })),
    problems: pluginProblems.map(({ entry, code, message }) => ({ name: basename(entry.name), code, message })),
  }),
});
