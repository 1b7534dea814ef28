import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Data, JsonSchema } from '@ticketgate/sdk';
import { innerSchema, toMembers } from '@ticketgate/sdk/schema';
import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';

import { configurationSchema, type Configuration } from './configuration.js';

/** The defaults of all options, with paths below `root`. */
export function defaultConfiguration(root: string): Configuration {
  // The schema has a default of the right type for each option.
  const options = collectDefaults(configurationSchema) as unknown as Configuration;
  const { data, webServices, catalogue } = options;
  const inConfig = (path: string | null) => join(root, 'config', path ?? '');
  const file = inConfig(catalogue.file);
  return {
    ...options,
    data: inConfig(data),
    webServices: { ...webServices, folder: inConfig(webServices.folder) },
    // The default file is optional.
    catalogue: { file: existsSync(file) ? file : null },
  };
}

function collectDefaults(schema: JsonSchema): Data {
  const members = Object.entries(toMembers(schema)).map(([name, each]) => [name, innerSchema(each)] as const);
  const readDefault = (each: JsonSchema) => ('default' in each ? each.default : collectDefaults(each));
  return Object.fromEntries(members.map(([name, each]) => [name, readDefault(each)]));
}

let kept: ReadonlyMap<string, string> | undefined;

/** What each option of the configuration does, by its name such as `http.port`: the comments of `config/gateway.yml`, which is the manual. */
export function optionManual(): ReadonlyMap<string, string> {
  kept ??= readManual(readFileSync(new URL('../../config/gateway.yml', import.meta.url), 'utf8'));
  return kept;
}

function readManual(text: string): ReadonlyMap<string, string> {
  const { contents } = parseDocument(text);
  return new Map(isMap(contents) ? commentsIn(contents, '') : []);
}

function commentsIn(map: YAMLMap, above: string): readonly (readonly [string, string])[] {
  return map.items.flatMap(({ key, value }, index) => {
    if (!isScalar(key)) return [];
    const name = `${above}${String(key.value)}`;
    // The comment above the first key belongs to the map.
    const comment = (index === 0 ? map.commentBefore : undefined) ?? key.commentBefore ?? '';
    const words = comment.replaceAll(/\s*\n\s*/g, ' ').trim();
    return [[name, words] as const, ...(isMap(value) ? commentsIn(value, `${name}.`) : [])];
  });
}
