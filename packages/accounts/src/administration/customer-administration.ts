import { auditTime } from '@ticketgate/postgres';
import type { CatalogueHost } from '@ticketgate/sdk';

import { customerUsersKind } from '../catalogue/customer-users-kind.js';
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

export interface CustomerAdministrationOptions extends CatalogueHost {
  /** Called after a password was changed: ends what was remembered of it. */
  onChange(login: string): Promise<void>;
}

/** Customer users with their passwords; what else is changed of them is an entry of the catalogue. */
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

  /**
   * Writes the entry of the catalogue, and the password beside it.
   *
   * @throws OperationError `Accounts.LoginTaken`, and those of a password that is refused
   */
  async add({ login, email, customerID, firstName, lastName, password }: NewCustomer): Promise<void> {
    const stored = password === undefined ? null : await this.#hash(password);
    const values = { Login: login, Email: email, CustomerID: customerID, FirstName: firstName, LastName: lastName };
    await this.#options.database.withTransaction(async (database) => {
      const known = await database.query('select from customer_user where login = $1', [login]);
      if (known.length > 0) throw new LoginTaken({ login });
      const host = { ...this.#options, database, now: () => this.#options.now() };
      await customerUsersKind.save(values, host, { isExact: false });
      await database.query('update customer_user set pw = $2 where login = $1', [login, stored]);
    });
  }

  /**
   * Also for customer users without a password, such as those of `config/catalogue.yml`. Ends their sessions too; every process knows
   * within two seconds.
   *
   * @throws OperationError `Accounts.CustomerUnknown`, and those of a password that is refused
   */
  async setPassword(login: string, password: string): Promise<void> {
    const rows = await this.#options.database.query(
      'update customer_user set pw = $2, change_time = $3, change_by = 1 where login = $1 returning id',
      [login, await this.#hash(password), auditTime(this.#options)],
    );
    if (rows.length === 0) throw new CustomerUnknown({ login });
    await this.#options.onChange(login);
  }

  #hash(password: string): Promise<string> {
    return hashNewPassword(password, this.#options.settings.number('AuthModule::DB::bcryptCost'));
  }
}
