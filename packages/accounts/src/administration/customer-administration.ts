import type { CustomerUser } from '@ticketgate/sdk';

import { customerUsersKind } from '../catalogue/customer-kinds.js';
import { findLogin, storePassword } from '../catalogue/logins.js';
import { endSessions } from './session-administration.js';
import type { AccountsHost } from './agent-administration.js';
import { CustomerUnknown, LoginTaken } from './account-errors.js';

export interface NewCustomer extends Omit<CustomerUser, 'fullName' | 'isValid'> {
  /** Without a password, the customer cannot log in. */
  readonly password?: string;
}

/** Customer users with their passwords; their other properties are entries of the catalogue. */
export class CustomerAdministration {
  readonly #host: AccountsHost;

  constructor(host: AccountsHost) {
    this.#host = host;
  }

  /**
   * Writes the entry of the catalogue, and the password.
   *
   * @throws OperationError `Accounts.LoginTaken`, and those of a refused password
   */
  async add({ login, email, customerID, firstName, lastName, password }: NewCustomer): Promise<void> {
    const values = { Login: login, Email: email, CustomerID: customerID, FirstName: firstName, LastName: lastName };
    await this.#host.database.withTransaction(async (database) => {
      const taken = await findLogin('customer_user', login, { database });
      if (taken !== undefined) throw new LoginTaken({ login, known: taken.login });
      const host = { ...this.#host, database };
      await customerUsersKind.save(values, host, { isExact: false });
      if (password !== undefined) await storePassword('customer_user', { login, password }, host);
    });
  }

  /**
   * Also works for customer users without a password, such as those from `config/catalogue.yml`. Also ends their sessions; every process
   * notices within two seconds.
   *
   * @throws OperationError `Accounts.CustomerUnknown`, and those of a refused password
   */
  async setPassword(login: string, password: string): Promise<void> {
    const id = await storePassword('customer_user', { login, password }, this.#host);
    if (id === undefined) throw new CustomerUnknown({ login });
    await endSessions(this.#host.database, { type: 'Customer', key: 'UserLogin', value: login });
    await this.#host.onChange();
  }
}
