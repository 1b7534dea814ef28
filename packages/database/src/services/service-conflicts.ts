import { createError, type Database } from '@ticketgate/sdk';

export const ServiceNameTaken = createError<{ name: string }>(
  'Database.ServiceNameTaken',
  ({ name }) => `There is a web service "${name}" already. Choose another name.`,
  'Conflict',
);
export const ServiceChanged = createError<{ name: string; base: number; current: number | undefined }>(
  'Database.ServiceChanged',
  ({ name, base, current }) =>
    `The web service "${name}" was changed meanwhile: your change starts from version ${base}, the current one is ${current ?? 'gone'}. Compare them, then start from the current one.`,
  'Conflict',
);

interface Base {
  readonly name: string;
  readonly base?: number | 'none' | undefined;
}

/** The caller holds the row of the service, so that nobody adds a version in between. */
export async function requireBase(
  transaction: Database,
  current: { readonly id: number } | undefined,
  { name, base }: Base,
): Promise<void> {
  if (base === undefined) return;
  if (base === 'none') {
    if (current !== undefined) throw new ServiceNameTaken({ name });
    return;
  }
  const newest = current === undefined ? undefined : await newestVersion(transaction, current.id);
  if (newest !== base) throw new ServiceChanged({ name, base, current: newest });
}

export async function newestVersion(transaction: Database, serviceID: number): Promise<number | undefined> {
  const [row] = await transaction.query<{ id: number }>(
    'select id from gi_webservice_config_history where config_id = $1 order by id desc limit 1',
    [serviceID],
  );
  return row?.id;
}
