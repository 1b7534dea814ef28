import { isData, type Data, type Plugin } from '@ticketgate/sdk';
import { findSchemaMistake } from '@ticketgate/sdk/schema';

import type { PluginProblemCode } from './plugin-problem.js';

const ADVICE = 'Write "export const plugin = definePlugin({ name, operations: [ … ] })" in its main file.';

/** Why a module does not export a usable plugin. */
interface PluginFault {
  readonly code: PluginProblemCode;
  /** The sentence after the name of the plugin. */
  readonly message: string;
}

/** The plugin that a module exports, or its mistake. Its operations are checked later. */
export function readPlugin(exported: unknown): Plugin | PluginFault {
  const module = typeof exported === 'object' && exported !== null ? new Map(Object.entries(exported)) : new Map();
  const plugin: unknown = module.get('plugin') ?? module.get('default');
  if (plugin === undefined) return { code: 'plugin-missing-export', message: `exports no plugin. ${ADVICE}` };
  const message = shapeMistake(plugin) ?? catalogueMistake(plugin as Plugin); // its shape has been checked
  return message === undefined ? (plugin as Plugin) : { code: 'plugin-invalid', message };
}

export function isFault(value: Plugin | PluginFault): value is PluginFault {
  return 'code' in value && 'message' in value;
}

function shapeMistake(value: unknown): string | undefined {
  if (!isData(value)) return `exports a plugin that is not an object. ${ADVICE}`;
  const { name, operations, services } = value;
  if (typeof name !== 'string' || name === '') return `exports a plugin without a name. ${ADVICE}`;
  if (!Array.isArray(operations)) return `exports a plugin without a list "operations". ${ADVICE}`;
  if (services !== undefined && typeof services !== 'function') {
    return 'exports a plugin whose "services" is not a function. Write services: (host) => ({ … }).';
  }
  return eventMistake(value);
}

function eventMistake({ emits = [], events = {} }: Data): string | undefined {
  if (!Array.isArray(emits) || !emits.every((name) => typeof name === 'string')) {
    return `exports a plugin whose "emits" is not a list of names. Write emits: ['room.booked'].`;
  }
  if (!isData(events) || !Object.values(events).every((handler) => typeof handler === 'function')) {
    return `exports a plugin whose "events" are not functions. Write events: { 'room.booked': async (event, context) => { … } }.`;
  }
  return undefined;
}

function catalogueMistake({ catalogue = [] }: Plugin): string | undefined {
  for (const { key, schema } of catalogue) {
    const mistake = findSchemaMistake(schema);
    if (mistake === undefined) continue;
    return `has a catalogue kind "${key}" whose schema is not a JSON Schema, ${mistake} Correct the plugin.`;
  }
  return undefined;
}
