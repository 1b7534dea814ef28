import { textOf, type Data } from '@ticketgate/sdk';

import type { InvokerTarget, RequesterTransport } from '../requester-definition.js';
import { member, nonEmptyMap } from './read-record.js';
import { readRequesterHttp } from './read-requester-http.js';

/** Reads `Requester.Transport.Config` of HTTP::REST, and what `Gateway.Requester` says of it. */
export function readRestRequester(config: Data | undefined, options: unknown): RequesterTransport {
  if (config === undefined) return { kind: 'no-config' };
  const defaultCommand = textOf(config.DefaultCommand);
  const http = {
    ...readRequesterHttp(config, 'Host'),
    defaultCommand,
    targets: readTargets(config.InvokerControllerMapping, defaultCommand),
    usualTarget: undefined,
    contentType: textOf(config.ContentType) || 'JSON',
    alwaysSendsQuery: member(options, 'Query') === 'always',
  };
  return { kind: 'rest', http };
}

function readTargets(controllers: unknown, defaultCommand: string): ReadonlyMap<string, InvokerTarget> {
  const read = (entry: unknown) => ({
    method: (textOf(member(entry, 'Command')) || defaultCommand).toUpperCase(),
    controller: textOf(member(entry, 'Controller')),
  });
  return new Map(Object.entries(nonEmptyMap(controllers) ?? {}).map(([invoker, entry]) => [invoker, read(entry)]));
}
