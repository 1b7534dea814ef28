import type { Entry, GetCatalogueAnswer, Kind } from '../../api/admin-api.js';
import { allPages, call } from '../../api/call.js';
import { useLoad, type Loaded } from '../../api/use-load.js';
import { may } from '../../app/may.js';

/** They stay the same as long as the server runs. */
let known: Promise<GetCatalogueAnswer> | undefined;

export function loadKinds(): Promise<GetCatalogueAnswer> {
  const loading = known ?? call('GET /catalogue');
  known = loading;
  loading.catch(() => (known = undefined));
  return loading;
}

/** Names of all valid entries of a kind with few of them, such as groups. */
export async function listEntryNames(kind: string, signal: AbortSignal): Promise<readonly string[]> {
  return (await fetchAll(kind, signal)).map(({ name }) => name);
}

function fetchAll(kind: string, signal: AbortSignal): Promise<readonly Entry[]> {
  return allPages((after) =>
    call('GET /catalogue/{kind}', { path: { kind }, query: { limit: 200, isValid: true, after }, signal }),
  );
}

export interface KnownKind {
  readonly kind: Kind;
  /** A host system manages the entries, or the user may only look. */
  readonly isReadOnly: boolean;
}

/** The kind with this key, ignoring case; null if there is none. */
export function useKind(key: string): Loaded<KnownKind | null> {
  return useLoad(async () => {
    const { items, isReadOnly } = await loadKinds();
    const kind = items.find((each) => each.key.toLowerCase() === key.toLowerCase());
    return kind === undefined ? null : { kind, isReadOnly: isReadOnly || !may('everything') };
  }, [key]);
}

export function entryPath(key: string, name: string): string {
  return `${listPath(key)}/${encodeURIComponent(name)}`;
}

/** Accounts have screens of their own. */
export function listPath(key: string): string {
  const places: Readonly<Record<string, string>> = {
    Agents: '/access/agents',
    Groups: '/access/groups',
    Roles: '/access/roles',
    CustomerUsers: '/access/customers',
  };
  return places[key] ?? `/catalogue/${encodeURIComponent(key)}`;
}
