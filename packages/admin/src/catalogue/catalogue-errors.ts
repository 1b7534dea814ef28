import { createError, withSuggestion } from '@ticketgate/sdk';

export const KindUnknown = createError<{ name: string; known: readonly string[]; suggestion: string | undefined }>(
  'Admin.KindUnknown',
  ({ name, known, suggestion }) =>
    withSuggestion(`The catalogue has no "${name}".`, suggestion, `It has ${known.join(', ')}.`),
  'NotFound',
);
export const EntryUnknown = createError<{ key: string; label: string; name: string }>(
  'Admin.EntryUnknown',
  ({ key, label, name }) => `There is no ${label} "${name}". The list of ${key} has all of them.`,
  'NotFound',
);
export const EntryExists = createError<{ label: string; name: string }>(
  'Admin.EntryExists',
  ({ label, name }) => `There is a ${label} "${name}" already. Choose another name, or change that one.`,
  'Conflict',
);
export const EntryChanged = createError<{ label: string; name: string }>(
  'Admin.EntryChanged',
  ({ label, name }) =>
    `The ${label} "${name}" was changed meanwhile. Look at what it is now, then make your change again.`,
  'Conflict',
);
export const EntryInvalid = createError<{ label: string; name: string; reason: string }>(
  'Admin.EntryInvalid',
  ({ label, name, reason }) => `The ${label} "${name}" cannot be saved: ${reason}`,
  'Invalid',
);
export const CatalogueReadOnly = createError(
  'Admin.CatalogueReadOnly',
  () =>
    'The catalogue belongs to the host system of this database. Change it there, or write "apply: [catalogue]" in the configuration to change it here.',
  'AccessDenied',
);
