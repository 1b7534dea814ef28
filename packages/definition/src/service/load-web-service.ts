import type { ProfileName } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import type { Diagnostic } from '../check/diagnostic.js';
import { checkDefinition } from '../check/parse-definition.js';
import { readWebService, type WebService } from './read-web-service.js';
import { readDefinitionYaml } from '../yaml/yaml-source.js';

export interface LoadOptions {
  /** In bytes; a larger text is not served. */
  readonly mostBytes?: number | undefined;
  /** The profile of a definition that names none; default: `otobo`. */
  readonly usualProfile?: ProfileName | undefined;
}

/**
 * Loads the text of a stored definition leniently: a host's definition is served as the host serves it, including the faults that its
 * broken parts cause (`docs/compatibility.md`). `name` is the file name in diagnostics.
 */
export function loadWebService(
  text: string,
  name = 'definition',
  { mostBytes = Infinity, usualProfile }: LoadOptions = {},
) {
  const source = readDefinitionYaml(text, name, mostBytes);
  const { problems: diagnostics, value } = source;
  const webService: WebService | undefined = value === undefined ? undefined : readWebService(value, usualProfile);
  const findObstacle = () =>
    firstError(diagnostics) ?? firstError(checkDefinition(text, { file: name, mostBytes, compilesTemplates: false }));
  return {
    /** Undefined if none of it can be served: its requests are answered with an empty 500. */
    webService,
    diagnostics,
    /** Why none of it can be served; undefined for an empty definition. */
    obstacle: webService === undefined ? findObstacle() : undefined,
  };
}

export type LoadedWebService = Unchanged<ReturnType<typeof loadWebService>>;

function firstError(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(({ severity }) => severity === 'error');
}
