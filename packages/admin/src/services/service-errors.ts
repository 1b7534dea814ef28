import { createError, withSuggestion, MASK } from '@ticketgate/sdk';

import type { AdminSystem } from '../admin-system.js';

const LONGEST_NAME = 191;

/** What {@link isName} asks for, as the beginning of a sentence. */
export const NAME_RULE = `Use 1 to ${LONGEST_NAME} characters without "/", "?" and "#"`;

export const ServiceUnknown = createError<{ name: string; suggestion?: string | undefined }>(
  'Admin.ServiceUnknown',
  ({ name, suggestion }) =>
    withSuggestion(`There is no web service "${name}".`, suggestion, 'The list of web services has all names.'),
  'NotFound',
);
export const VersionUnknown = createError<{ name: string; version: number }>(
  'Admin.VersionUnknown',
  ({ name, version }) =>
    `The web service "${name}" has no version with the id ${version}. Its history has all of them.`,
  'NotFound',
);
export const ServiceNameInvalid = createError<{ name: string }>(
  'Admin.ServiceNameInvalid',
  ({ name }) =>
    `"${name}" cannot be the name of a web service: it is part of its URL. ${NAME_RULE}, for example Helpdesk.`,
  'Invalid',
);
export const PublishNotAllowed = createError(
  'Admin.PublishNotAllowed',
  () =>
    'The web services of this database belong to its host system. To change them here, write "apply: [webServices]" in gateway.yml.',
  'AccessDenied',
);

/** Whether a new name is valid: it must fit into a path. */
export function isName(value: string): boolean {
  return (
    /^(?!\.{1,2}$|__proto__$)[^\s/?#\p{Cc}](?:[^/?#\p{Cc}]*[^\s/?#\p{Cc}])?$/u.test(value) &&
    value.length <= LONGEST_NAME
  );
}

/** @throws OperationError `Admin.ServiceNameInvalid` */
export function requireServiceName(name: string): void {
  if (!isName(name)) throw new ServiceNameInvalid({ name });
}

/**
 * On a host, web services are changed here only if the operator wants that. Every change checks this itself; tasks that prepare or ask
 * something first check it before.
 *
 * @throws OperationError `Admin.PublishNotAllowed`
 */
export function requireMayPublish({ mayPublish }: Pick<AdminSystem, 'mayPublish'>): void {
  if (!mayPublish) throw new PublishNotAllowed();
}

export const DefinitionInvalid = createError(
  'Admin.DefinitionInvalid',
  () => 'The definition has errors and was not published. The diagnostics say where, and what to write instead.',
  'Invalid',
);

export const SecretMissing = createError<{ path: string }>(
  'Admin.SecretMissing',
  ({ path }) =>
    `${path} is "${MASK}", which stands for a secret that is stored, and the web service has none there. Write the secret.`,
  'Invalid',
);

export const DraftMissing = createError<{ name: string }>(
  'Admin.DraftMissing',
  ({ name }) => `The web service "${name}" has no draft. Send a definition, or save a draft first.`,
  'NotFound',
);

export const DraftChanged = createError<{ name: string }>(
  'Admin.DraftChanged',
  ({ name }) => `The draft of "${name}" was changed meanwhile. Compare it with yours, and save with its revision.`,
  'Conflict',
);
