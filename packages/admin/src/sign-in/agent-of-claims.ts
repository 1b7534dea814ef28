import { describeAgentAccess, requireRemainingAdministrator } from '@ticketgate/accounts';
import type { Configuration } from '@ticketgate/runtime';
import type { Data } from '@ticketgate/sdk';

import type { TaskSystem } from '../tasks/task.js';
import { changeAudited } from '../audit/audit-log.js';
import { isEmailVerified } from './join-claims.js';
import { ClaimMissing, EmailUnverified, SignInUnknown } from './sign-in-flow.js';

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
export async function agentOfClaims(claims: Data, { accounts, configuration }: TaskSystem): Promise<SignedIn> {
  const { loginClaim: claim, name: provider } = configuration.oidc;
  const value = claims[claim];
  if (typeof value !== 'string' || value === '') throw missing(claims, claim, provider);
  // Whoever may write another one's address at the provider would be that one here.
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
  const groups = groupsOf(claims, oidc);
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

interface RoleSource {
  readonly system: TaskSystem;
  /** For the audit log. */
  readonly source: string;
}

/** Without the claim nothing is taken away: a provider leaves it out, too, if somebody is in more groups than it sends. */
function groupsOf(claims: Data, { groupsClaim, name }: Options): ReadonlySet<string> {
  const value = claims[groupsClaim];
  if (typeof value !== 'string' && !Array.isArray(value)) throw missing(claims, groupsClaim, name);
  return new Set([value].flat().filter((group) => typeof group === 'string'));
}

function missing(claims: Data, claim: string, provider: string) {
  const sent = Object.keys(claims)
    .sort()
    .slice(0, MOST_NAMES)
    .join(', ')
    .slice(0, 10 * LONGEST);
  return new ClaimMissing({ provider, claim, sent });
}
