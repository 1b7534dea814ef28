import { ADMINISTRATORS, createError, type Data, type Directory, isData } from '@ticketgate/sdk';

/** What may be allowed for single web services. */
export const DEEDS = ['look', 'publish', 'keys'] as const;
type Deed = (typeof DEEDS)[number];

/**
 * What a task needs. `look`, `publish` and `keys`: this right for each web service that the request names, or for all of them; `own`: that
 * those it names may be looked at, while the task itself leaves out or refuses what belongs to others; `nothing`: it tells nothing of what
 * is stored here.
 */
export type Need = Deed | 'own' | 'nothing' | 'everything';

/** What an administrator may do. */
export interface Scope {
  /** For all: `rw` in the group `admin` is everything, `ro` is to look. */
  readonly all: 'everything' | 'look' | 'nothing';
  /** By web service. */
  readonly services: ReadonlyMap<string, readonly Deed[]>;
}

/** Somebody who does something; commands beside the database have no scope, and may do everything. */
interface Actor {
  readonly login: string;
  readonly scope?: Scope | undefined;
}

/** Administrators of a web service are agents with permissions in the group of this name. */
const GROUP = `${ADMINISTRATORS.group}/`;

/** Later ones have more. */
const DEEDS_BY_PERMISSION = [
  ['ro', ['look']],
  ['create', ['look', 'publish']],
  ['rw', DEEDS],
] as const;

/** What an agent may do; undefined: nothing. */
export function readScope(directory: Directory, agentID: number): Scope | undefined {
  const services = new Map<string, readonly Deed[]>();
  let all: Scope['all'] = 'nothing';
  for (const [permission, deeds] of DEEDS_BY_PERMISSION) {
    const ids = directory.groupIDsOfAgent(agentID, permission);
    for (const { name } of directory.groups.filter(({ id }) => ids.has(id))) {
      if (name.startsWith(GROUP)) services.set(name.slice(GROUP.length), deeds);
      if (name === ADMINISTRATORS.group && permission !== 'create') all = permission === 'rw' ? 'everything' : 'look';
    }
  }
  return all === 'nothing' && services.size === 0 ? undefined : { all, services };
}

export function mayDoEverything({ scope }: Pick<Actor, 'scope'>): boolean {
  return scope === undefined || scope.all === 'everything';
}

export function mayDo(author: Pick<Actor, 'scope'>, deed: Deed, service: string): boolean {
  if (mayLookAtAll(author) && (deed === 'look' || mayDoEverything(author))) return true;
  return author.scope?.services.get(service)?.includes(deed) === true;
}

export function mayLookAtAll({ scope }: Pick<Actor, 'scope'>): boolean {
  return scope?.all !== 'nothing';
}

export const NotAllowed = createError<{ login: string; need: string }>(
  'Admin.NotAllowed',
  ({ login, need }) =>
    `"${login}" may not do this: it takes the right "${need}". For a web service such as Helpdesk, the group ${GROUP}Helpdesk gives it: look by ro, publish by create, keys (of one's own) by rw. Everything takes rw in the group ${ADMINISTRATORS.group}.`,
  'AccessDenied',
);

/**
 * @param services for which the author must have the right; without any, for all
 * @throws OperationError `Admin.NotAllowed`
 */
export function requireDeed(author: Actor, need: Deed | 'everything', services: readonly string[]): void {
  if (mayDoEverything(author) || (need === 'look' && mayLookAtAll(author))) return;
  if (need !== 'everything' && services.length > 0 && services.every((each) => mayDo(author, need, each))) return;
  throw new NotAllowed({ login: author.login, need });
}

/**
 * Refuses a request whose sender may not do what its task needs.
 *
 * @param services those that the request names
 * @throws OperationError `Admin.NotAllowed`
 */
export function requireNeed(author: Actor, need: Need, services: readonly string[]): void {
  if (need === 'nothing') return;
  if (need !== 'own') requireDeed(author, need, services);
  else if (services.length > 0) requireDeed(author, 'look', services);
}

/** The web services that a request names: in its path, and as `service` in its query or body. */
export function findNamedServices(path: string, params: Data, given: readonly unknown[]): readonly string[] {
  const named = [
    path.startsWith('/services/:') ? params.name : undefined,
    ...given.filter(isData).map(({ service }) => service),
  ];
  // A value that is not a text names no service, and is refused.
  return named.flatMap((each) => (each === undefined ? [] : [typeof each === 'string' ? each : '']));
}
