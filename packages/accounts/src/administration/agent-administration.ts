import { randomBytes } from 'node:crypto';
import { suggest, type Agent, type CatalogueHost } from '@ticketgate/sdk';
import { readValue } from '@ticketgate/database/postgres';

import { agentsKind } from '../catalogue/agents-kind.js';
import { changeMembers } from '../catalogue/roles-kind.js';
import { NO_PASSWORD } from '../passwords/new-password.js';
import { findLogin, storePassword } from '../catalogue/logins.js';
import { endSessions } from './session-administration.js';
import { AgentUnknown, LoginTaken, RoleUnknown } from './account-errors.js';

/** The surroundings of changes to accounts. */
export interface AccountsHost extends CatalogueHost {
  /** Called after a change: drops cached data of accounts. */
  onChange(): Promise<void>;
}

interface NewAgent extends Pick<Agent, 'login' | 'firstName' | 'lastName' | 'email'> {
  readonly password: string;
  /** Names of groups in which the agent gets `rw`. */
  readonly groups?: readonly string[];
}

interface RoleChange {
  readonly joins: readonly string[];
  readonly leaves: readonly string[];
}

/** Agents with their passwords; their other properties are entries of the catalogue. */
export class AgentAdministration {
  readonly #host: AccountsHost;

  constructor(host: AccountsHost) {
    this.#host = host;
  }

  /**
   * Writes the entry of the catalogue, and the password.
   *
   * @throws OperationError `Accounts.LoginTaken`, `Accounts.GroupUnknown`, `Accounts.PasswordTooShort`, `Accounts.PasswordTooCommon`
   */
  async add({ login, firstName, lastName, email, password, groups = [] }: NewAgent): Promise<number> {
    const values = { Login: login, FirstName: firstName, LastName: lastName, Email: email, Groups: groups };
    const id = await this.#host.database.withTransaction(async (database) => {
      const host = { ...this.#host, database };
      const taken = await findLogin('users', login, host);
      if (taken !== undefined) throw new LoginTaken({ login, known: taken.login });
      await agentsKind.save(values, host, { isExact: false });
      return storePassword('users', { login, password }, host);
    });
    await this.#host.onChange();
    return id ?? (await this.get(login)).id;
  }

  /** Sets a password and ends the agent's sessions. */
  async setPassword(login: string, password: string): Promise<void> {
    const agent = await this.get(login);
    await storePassword('users', { login: agent.login, password }, this.#host);
    await endSessions(this.#host.database, { type: 'User', key: 'UserID', value: String(agent.id) });
    await this.#host.onChange();
  }

  async findRoles(names: readonly string[]): Promise<readonly string[]> {
    const known = 'select name from roles where name = any($1) and valid_id = 1';
    return (await this.#host.database.query<{ name: string }>(known, [names])).map(({ name }) => name);
  }

  /**
   * Adds an agent to roles, and removes the agent from others, by name.
   *
   * @throws OperationError `Accounts.RoleUnknown`
   */
  async changeRoles(agentID: number, { joins, leaves }: RoleChange): Promise<void> {
    const { database } = this.#host;
    const roles = await database.query<{ id: number; name: string }>(
      'select id, name from roles where name = any($1)',
      [joins],
    );
    const missing = joins.find((name) => roles.every((role) => role.name !== name));
    if (missing !== undefined) throw new RoleUnknown({ name: missing });
    for (const { id } of roles) await changeMembers({ roleID: id, agentIDs: [agentID], isExact: false }, this.#host);
    await database.query(
      'delete from role_user where user_id = $1 and role_id in (select id from roles where name = any($2))',
      [agentID, leaves],
    );
    await this.#host.onChange();
  }

  /**
   * Sets an agent's first password: the wanted one, or a generated one, which is returned. `ignored`: the wanted one was not used, because
   * the agent already has one, or does not exist.
   */
  async ensureFirstPassword(
    login: string,
    wanted: string | undefined,
  ): Promise<{ readonly generated?: string; readonly ignored?: true }> {
    const stored = await readValue<string>(this.#host.database, 'select pw from users where login = $1', [login]);
    if (stored !== NO_PASSWORD) return wanted === undefined ? {} : { ignored: true };
    const password = wanted ?? randomBytes(18).toString('base64url');
    await this.setPassword(login, password);
    return wanted === undefined ? { generated: password } : {};
  }

  /** Finds an agent by login, ignoring only the case of ASCII letters, without the cached directory. */
  find(login: string): ReturnType<typeof findLogin> {
    return findLogin('users', login, this.#host);
  }

  /** @throws OperationError `Accounts.AgentUnknown` */
  async get(login: string): Promise<NonNullable<Awaited<ReturnType<typeof findLogin>>>> {
    const agent = await this.find(login);
    if (agent !== undefined) return agent;
    const valid = await this.#host.database.query<{ login: string }>('select login from users where valid_id = 1');
    throw new AgentUnknown({
      login,
      suggestion: suggest(
        login,
        valid.map((each) => each.login),
      ),
    });
  }
}
