import { formatSystemTime, type Database, type Settings } from '@ticketgate/sdk';

import { hashNewPassword } from '../passwords/new-password.js';
import { CustomerUnknown, LoginTaken } from './account-errors.js';

export interface NewCustomer {
  readonly login: string;
  readonly email: string;
  readonly customerID: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Without one the customer cannot log in. */
  readonly password?: string;
}

export interface CustomerInfo {
  readonly login: string;
  readonly email: string;
  readonly customerID: string;
  readonly name: string;
  readonly isValid: boolean;
}

export interface CustomerAdministrationOptions {
  readonly database: Database;
  readonly settings: Settings;
  now(): Date;
  /** Called after a password was changed: ends what was remembered of it. */
  onChange(login: string): Promise<void>;
}

/** Customer users, changed from the command line and the admin interface. */
export class CustomerAdministration {
  readonly #options: CustomerAdministrationOptions;

  constructor(options: CustomerAdministrationOptions) {
    this.#options = options;
  }

  /** By login. There may be millions of them. */
  list({
    limit,
    after = '',
  }: {
    readonly limit: number;
    readonly after?: string | undefined;
  }): Promise<CustomerInfo[]> {
    return this.#options.database.query<CustomerInfo>(
      `select login, email, customer_id as "customerID", first_name || ' ' || last_name as name, valid_id = 1 as "isValid"
       from customer_user where login > $2 order by login limit $1`,
      [limit, after],
    );
  }

  /** @throws OperationError `Accounts.LoginTaken`, and those of a password that is refused */
  async add(customer: NewCustomer): Promise<void> {
    const { database } = this.#options;
    const stored = customer.password === undefined ? null : await this.#hash(customer.password);
    const rows = await database.query(
      `insert into customer_user
         (login, email, customer_id, pw, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
       values ($1, $2, $3, $4, $5, $6, 1, $7, 1, $7, 1) on conflict (login) do nothing returning id`,
      [
        customer.login,
        customer.email,
        customer.customerID,
        stored,
        customer.firstName,
        customer.lastName,
        formatSystemTime(this.#options.now(), this.#options.settings),
      ],
    );
    if (rows.length === 0) throw new LoginTaken({ login: customer.login });
  }

  /**
   * Also for customer users without a password, such as those of `config/catalogue.yml`. Ends their sessions too; every process knows
   * within two seconds.
   *
   * @throws OperationError `Accounts.CustomerUnknown`, and those of a password that is refused
   */
  async setPassword(login: string, password: string): Promise<void> {
    const { database } = this.#options;
    const rows = await database.query(
      'update customer_user set pw = $2, change_time = $3, change_by = 1 where login = $1 returning id',
      [login, await this.#hash(password), formatSystemTime(this.#options.now(), this.#options.settings)],
    );
    if (rows.length === 0) throw new CustomerUnknown({ login });
    await this.#options.onChange(login);
  }

  /** A disabled customer user can neither log in nor use a session. */
  disable(login: string): Promise<void> {
    return this.#setValidity(login, 2);
  }

  enable(login: string): Promise<void> {
    return this.#setValidity(login, 1);
  }

  async #setValidity(login: string, validID: 1 | 2): Promise<void> {
    const { database, settings } = this.#options;
    const rows = await database.query(
      'update customer_user set valid_id = $2, change_time = $3, change_by = 1 where login = $1 returning id',
      [login, validID, formatSystemTime(this.#options.now(), settings)],
    );
    if (rows.length === 0) throw new CustomerUnknown({ login });
    await this.#options.onChange(login);
  }

  #hash(password: string): Promise<string> {
    return hashNewPassword(password, this.#options.settings.number('AuthModule::DB::bcryptCost'));
  }
}
