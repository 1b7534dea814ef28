import { createError, withSuggestion } from '@ticketgate/sdk';

export const ServiceUnknown = createError<{ name: string; suggestion?: string | undefined }>(
  'Admin.ServiceUnknown',
  ({ name, suggestion }) =>
    withSuggestion(`There is no web service "${name}".`, suggestion, 'The list of web services has all names.'),
  'NotFound',
);
export const VersionUnknown = createError<{ name: string; version: number }>(
  'Admin.VersionUnknown',
  ({ name, version }) => `The web service "${name}" has no version ${version}. Its history has all of them.`,
  'NotFound',
);
export const ServiceNameInvalid = createError<{ name: string }>(
  'Admin.ServiceNameInvalid',
  ({ name }) =>
    `"${name}" cannot be the name of a web service: it is part of its URL. Use 1 to 200 characters without "/", "?" and "#", for example Helpdesk.`,
  'Invalid',
);
export const PublishNotAllowed = createError(
  'Admin.PublishNotAllowed',
  () =>
    'The web services of this database belong to its host system. To change them here, write "apply: [webServices]" in gateway.yml.',
  'AccessDenied',
);
