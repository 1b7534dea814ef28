import { describeAgentAccess, requireRemainingAdministrator } from '@ticketgate/accounts';
import type { Configuration } from '@ticketgate/runtime';
import type { Data, OperationError } from '@ticketgate/sdk';

import type { TaskSystem } from '../tasks/task.js';
import { changeAudited } from '../audit/change-audited.js';
import { isEmailVerified, readClaim } from './join-claims.js';
import { ClaimMissing, EmailUnverified, GroupsWithoutRole, SignInUnknown } from './sign-in-flow.js';

type Options = Configuration['oidc'];

type SignedIn = NonNullable<Awaited<ReturnType<TaskSystem['accounts']['agents']['find']>>>;

/** Most characters of a claim in a message, and names of claims. */
const LONGEST = 200;
const MOST_NAMES = 30;

/**
 * The agent whom the claims of a provider name, valid or not.
 *
 * @throws OperationError `Admin.ClaimMissing`, `Admin.EmailUnverified`, `Admin.SignInUnknown`
 */
export async function findClaimedAgent(claims: Data, { accounts, configuration }: TaskSystem): Promise<SignedIn> {
  const { loginClaim: claim, name: provider } = configuration.oidc;
  const value = readClaim(claims, claim);
  if (typeof value !== 'string' || value === '') throw lacking(claims, claim, provider);
  // Otherwise, anybody who can enter another person's address at the provider could sign in as that person.
  if (claim === 'email' && !isEmailVerified(claims, configuration.oidc.emailsVerified)) {
    throw new EmailUnverified({ provider, email: value.slice(0, LONGEST) });
  }
  const agent = value.includes('\0') ? undefined : await accounts.agents.find(value);
  if (agent === undefined) throw new SignInUnknown({ provider, claim, value: value.slice(0, LONGEST) });
  return agent;
}

/**
 * Gives an agent the roles of their groups at the provider, and takes the others away that the configuration names.
 *
 * @throws OperationError `Admin.ClaimMissing`, `Accounts.RoleUnknown`, `Accounts.ReadOnly`, `Accounts.LastAdministrator`
 */
export async function giveRoles(agent: SignedIn, claims: Data, { system, source }: RoleSource): Promise<void> {
  const { oidc } = system.configuration;
  if (Object.keys(oidc.roles).length === 0) return;
  const groups = new Set(readGroups(claims, oidc));
  const given = new Set(Object.entries(oidc.roles).flatMap(([group, roles]) => (groups.has(group) ? roles : [])));
  const { roles } = await describeAgentAccess(system.database, agent.id);
  const before = roles.map(({ name }) => name);
  const joins = [...given].filter((name) => !before.includes(name));
  const named = new Set(Object.values(oidc.roles).flat());
  const leaves = before.filter((name) => named.has(name) && !given.has(name));
  if (joins.length === 0 && leaves.length === 0) return;
  const after = [...before.filter((name) => !leaves.includes(name)), ...joins].sort();
  const entry = {
    author: agent.login,
    source,
    action: 'agent roles changed by sign-in',
    subject: agent.login,
    comment: `Groups of ${oidc.name}`,
    before: { roles: before },
    after: { roles: after },
  };
  await changeAudited(
    system.accounts,
    ({ agents, transaction }) =>
      requireRemainingAdministrator(transaction, () => agents.changeRoles(agent.id, { joins, leaves })),
    () => entry,
  );
}

/** Why the groups of a person gave no role, with both sides; undefined if one of them did, or none can. */
export function findGroupMismatch(login: string, claims: Data, oidc: Options): OperationError | undefined {
  const known = Object.keys(oidc.roles);
  const sent = known.length === 0 ? [] : readGroups(claims, oidc);
  if (known.length === 0 || sent.some((group) => known.includes(group))) return undefined;
  const names = { login, provider: oidc.name, claim: oidc.groupsClaim, sent: listed(sent), known: listed(known) };
  return new GroupsWithoutRole({ ...names, hint: hintFor(sent, known) });
}

/** A hint if groups of a provider differ from those of the configuration only in their form. */
function hintFor(sent: readonly string[], known: readonly string[]): string {
  const isIn = (groups: readonly string[]) => groups.some((group) => known.includes(group));
  if (isIn(sent.map((group) => group.replace(/^.*\//, '')))) return HINTS.slash;
  if (isIn(sent.flatMap((group) => group.split(/\s*[,;]\s*|\s+/)))) return HINTS.text;
  const folded = new Set(known.map((group) => group.toLowerCase()));
  return sent.some((group) => folded.has(group.toLowerCase())) ? HINTS.letters : HINTS.other;
}

const HINTS = {
  slash: 'Write its path there, with the "/" that it begins with, or have the provider send names without paths.',
  text: 'Have the provider send a list of groups instead of one text.',
  letters: 'Capital letters count.',
  other: 'Add one of the groups there, or choose another claim with oidc.groupsClaim.',
} as const;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `"${name.slice(0, LONGEST)}"`);
  return names.length === 0 ? '-' : shown.join(', ') + (names.length > MOST_NAMES ? ', …' : '');
}

interface RoleSource {
  readonly system: TaskSystem;
  /** For the audit log. */
  readonly source: string;
}

/** Without the claim nothing is taken away: a provider leaves it out, too, if somebody is in more groups than it sends. */
function readGroups(claims: Data, { groupsClaim, name }: Options): readonly string[] {
  const value = readClaim(claims, groupsClaim);
  if (typeof value !== 'string' && !Array.isArray(value)) throw lacking(claims, groupsClaim, name);
  return [value].flat().filter((group) => typeof group === 'string');
}

function lacking(claims: Data, claim: string, provider: string) {
  const sent = Object.keys(claims)
    .sort()
    .slice(0, MOST_NAMES)
    .join(', ')
    .slice(0, 10 * LONGEST);
  return new ClaimMissing({ provider, claim, sent });
}
