import { randomBytes } from 'node:crypto';
import {
  formatSystemTime,
  type CatalogueHost,
  type Database,
  type Directory,
  type Settings,
  type Snapshot,
} from '@ticketgate/sdk';

import { hashNewPassword, NO_PASSWORD } from '../passwords/new-password.js';
import { AgentUnknown, GroupUnknown, LoginTaken } from './account-errors.js';
import { keepAdministrator } from './keep-administrator.js';
import { grantPermissions, requirePermission, revokePermission } from './permissions.js';

export interface AdministrationOptions {
  readonly database: Database;
  readonly settings: Settings;
  readonly directory: Snapshot<Directory>;
  now(): Date;
  /** Called after an account was changed: ends what was remembered of it. */
  onChange(agentID: number): Promise<void>;
}

export interface NewAgent {
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  /** Names of groups in which the agent gets `rw`. */
  readonly groups?: readonly string[];
}

export interface AgentInfo {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly email: string;
  readonly isValid: boolean;
  /** Permissions of its own, for example `users:rw`. */
  readonly groups: readonly string[];
  /** Those that are valid. */
  readonly roles: readonly string[];
}

const AGENTS = `
select users.id, users.login,
  case when users.first_name = '-' and users.last_name = '-' then users.login
    else users.first_name || ' ' || users.last_name end as name,
  users.valid_id = 1 as "isValid",
  coalesce((select preferences_value from user_preferences
    where user_id = users.id and preferences_key = 'UserEmail' limit 1), '') as email,
  coalesce((select array_agg(groups_table.name || ':' || group_user.permission_key order by groups_table.name)
    from group_user join groups_table on groups_table.id = group_user.group_id
    where group_user.user_id = users.id), '{}') as groups,
  coalesce((select array_agg(distinct roles.name order by roles.name)
    from role_user join roles on roles.id = role_user.role_id and roles.valid_id = 1
    where role_user.user_id = users.id), '{}') as roles
from users`;

/** Agents and their permissions, changed from the command line and the admin interface. */
export class AgentAdministration {
  readonly #options: AdministrationOptions;

  constructor(options: AdministrationOptions) {
    this.#options = options;
  }

  list(): Promise<AgentInfo[]> {
    return this.#options.database.query<AgentInfo>(`${AGENTS} order by users.login`);
  }

  /** @throws OperationError `Accounts.AgentUnknown` */
  async get(login: string): Promise<AgentInfo> {
    const [agent] = await this.#options.database.query<AgentInfo>(`${AGENTS} where users.login = $1`, [login]);
    if (agent === undefined) throw new AgentUnknown({ login });
    return agent;
  }

  /** @throws OperationError `Accounts.LoginTaken`, `Accounts.GroupUnknown`, `Accounts.PasswordTooShort`, `Accounts.PasswordTooCommon` */
  async add(agent: NewAgent): Promise<number> {
    const directory = await this.#options.directory.current();
    if (directory.agentByLogin(agent.login) !== undefined) throw new LoginTaken({ login: agent.login });
    const groupIDs = (agent.groups ?? []).map((name) => groupID(directory, name));
    const stored = await this.#hash(agent.password);
    const id = await this.#options.database.withTransaction(async (transaction) => {
      const [row] = await transaction.query<{ id: number }>(
        `insert into users (login, pw, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
         values ($1, $2, $3, $4, 1, $5, 1, $5, 1) returning id`,
        [agent.login, stored, agent.firstName, agent.lastName, this.#time()],
      );
      const agentID = row?.id ?? 0;
      await transaction.query(
        `insert into user_preferences (user_id, preferences_key, preferences_value) values ($1, 'UserEmail', $2)`,
        [agentID, agent.email],
      );
      const permissions = groupIDs.map(() => 'rw');
      await grantPermissions('agent', { ownerID: agentID, groupIDs, permissions }, this.#host(transaction));
      return agentID;
    });
    await this.#changed(id);
    return id;
  }

  /** Ends the agent's sessions too. */
  async setPassword(login: string, password: string): Promise<void> {
    const agentID = await this.idOf(login);
    await this.#options.database.query('update users set pw = $2, change_time = $3, change_by = 1 where id = $1', [
      agentID,
      await this.#hash(password),
      this.#time(),
    ]);
    await this.#changed(agentID);
  }

  /**
   * A disabled agent can neither log in nor use a session or a key.
   *
   * @throws OperationError `Accounts.AgentUnknown`, `Accounts.LastAdministrator`
   */
  disable(login: string): Promise<void> {
    return this.#setValidity(login, 2);
  }

  enable(login: string): Promise<void> {
    return this.#setValidity(login, 1);
  }

  async grant(login: string, group: string, permission: string): Promise<void> {
    requirePermission(permission);
    const ownerID = await this.idOf(login);
    const groupIDs = [groupID(await this.#options.directory.current(), group)];
    const host = this.#host(this.#options.database);
    await grantPermissions('agent', { ownerID, groupIDs, permissions: [permission] }, host);
    await this.#options.directory.drop();
  }

  /**
   * Takes a permission in a group away again; what a role gives stays.
   *
   * @throws OperationError `Accounts.AgentUnknown`, `Accounts.GroupUnknown`, `Accounts.PermissionUnknown`, `Accounts.LastAdministrator`
   */
  async revoke(login: string, group: string, permission: string): Promise<boolean> {
    requirePermission(permission);
    const ownerID = await this.idOf(login);
    const id = groupID(await this.#options.directory.current(), group);
    const isRevoked = await this.#keepingAdministrator((database) =>
      revokePermission('agent', { ownerID, groupID: id, permission }, { database }),
    );
    await this.#options.directory.drop();
    return isRevoked;
  }

  /**
   * Gives an agent the first password: the wanted one, or a generated one, which is returned. `ignored` says that a wanted one
   * was not used, since the agent already has one, or does not exist.
   */
  async ensureFirstPassword(
    login: string,
    wanted: string | undefined,
  ): Promise<{ readonly generated?: string; readonly ignored?: true }> {
    const [agent] = await this.#options.database.query<{ pw: string }>('select pw from users where login = $1', [
      login,
    ]);
    if (agent?.pw !== NO_PASSWORD) return wanted === undefined ? {} : { ignored: true };
    const password = wanted ?? randomBytes(18).toString('base64url');
    await this.setPassword(login, password);
    return wanted === undefined ? { generated: password } : {};
  }

  #host(database: Database): CatalogueHost {
    return { database, settings: this.#options.settings, now: () => this.#options.now() };
  }

  async #setValidity(login: string, validID: 1 | 2): Promise<void> {
    const agentID = await this.idOf(login);
    const changed = await this.#keepingAdministrator((database) =>
      database.query(
        `update users set valid_id = $2, change_time = $3, change_by = 1 where id = $1 and valid_id <> $2 returning id`,
        [agentID, validID, this.#time()],
      ),
    );
    if (changed.length > 0) await this.#changed(agentID);
  }

  #keepingAdministrator<Result>(change: (database: Database) => Promise<Result>): Promise<Result> {
    return this.#options.database.withTransaction((transaction) =>
      keepAdministrator(transaction, () => change(transaction)),
    );
  }

  /** @throws OperationError `Accounts.AgentUnknown` */
  async idOf(login: string): Promise<number> {
    const agent = (await this.#options.directory.current()).agentByLogin(login);
    if (agent === undefined) throw new AgentUnknown({ login });
    return agent.id;
  }

  #hash(password: string): Promise<string> {
    return hashNewPassword(password, this.#options.settings.number('AuthModule::DB::bcryptCost'));
  }

  async #changed(agentID: number): Promise<void> {
    await this.#options.directory.drop();
    await this.#options.onChange(agentID);
  }

  #time(): string {
    return formatSystemTime(this.#options.now(), this.#options.settings);
  }
}

function groupID(directory: Directory, name: string): number {
  const group = directory.groupByName(name);
  if (group === undefined) throw new GroupUnknown({ name, known: directory.groups.map((known) => known.name) });
  return group.id;
}
