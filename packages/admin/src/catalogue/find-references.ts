import { isData, type CatalogueKind } from '@ticketgate/sdk';

import type { CatalogueSystem } from './catalogue-system.js';

/** Entries of one kind that name an entry in one of their members. */
export interface References {
  readonly kind: string;
  readonly label: string;
  readonly member: string;
  /** The first ones by name. */
  readonly names: readonly string[];
  /** Null where the kind does not count. */
  readonly total: number | null;
}

/** How many names are listed of each kind. */
const MOST_NAMES = 20;

/** Finds the entries that refer to an entry, by the members that the schemas mark with `x-kind`. */
export async function findReferences(
  system: CatalogueSystem,
  { key }: Pick<CatalogueKind, 'key'>,
  name: string,
): Promise<readonly References[]> {
  const found: References[] = [];
  for (const kind of system.kinds) {
    for (const member of membersThatName(kind, key)) {
      const filter = { referring: { member, name } };
      const entries = await kind.list({ ...filter, limit: MOST_NAMES }, system);
      if (entries.length === 0) continue;
      const total = (await kind.count?.(filter, system)) ?? null;
      found.push({ kind: kind.key, label: kind.label, member, names: entries.map((entry) => entry.name), total });
    }
  }
  return found;
}

function membersThatName({ schema }: CatalogueKind, key: string): readonly string[] {
  const members = Object.entries(isData(schema.properties) ? schema.properties : {});
  return members.filter(([, member]) => kindNamedBy(member) === key).map(([name]) => name);
}

/** The kind that a member refers to: by its text, its items, or its keys. */
function kindNamedBy(member: unknown): unknown {
  if (!isData(member)) return undefined;
  const named = [member, member.items, member.propertyNames].filter(isData).find((schema) => 'x-kind' in schema);
  return named?.['x-kind'];
}
