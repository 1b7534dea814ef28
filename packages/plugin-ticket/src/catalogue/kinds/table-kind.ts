import { listEntries, setValidity, type CatalogueKind } from '@ticketgate/sdk';

export interface TableKind extends Pick<CatalogueKind, 'key' | 'label' | 'schema' | 'save'> {
  readonly table: string;
  /** The statement that {@link listEntries} takes. */
  readonly entries: string;
}

/** A kind whose entries are the rows of a table, which it names by `name`. */
export function tableKind({ table, entries, ...parts }: TableKind): CatalogueKind {
  return {
    ...parts,
    nameKey: 'Name',
    list: (search, host) => listEntries(entries, search, host),
    setValidity: (name, isValid, host) => setValidity({ table, name: 'name' }, { name, isValid }, host),
  };
}
