import type { Database, Settings } from '@ticketgate/sdk';

import { hashNewPassword } from '../passwords/new-password.js';
import { timeText } from '../time-text.js';
import { LoginTaken } from './account-errors.js';

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

/** Customer users, changed from the command line and the admin interface. */
export class CustomerAdministration {
  readonly #options: { readonly database: Database; readonly settings: Settings; now(): Date };

  constructor(options: { readonly database: Database; readonly settings: Settings; now(): Date }) {
    this.#options = options;
  }

  list(): Promise<CustomerInfo[]> {
    return this.#options.database.query<CustomerInfo>(
      `select login, email, customer_id as "customerID", first_name || ' ' || last_name as name, valid_id = 1 as "isValid"
       from customer_user order by login`,
    );
  }

  /** @throws OperationError `Accounts.LoginTaken`, `Accounts.PasswordTooShort` */
  async add(customer: NewCustomer): Promise<void> {
    const { database, settings } = this.#options;
    const cost = settings.number('AuthModule::DB::bcryptCost');
    const stored = customer.password === undefined ? null : await hashNewPassword(customer.password, cost);
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
        timeText(this.#options.now()),
      ],
    );
    if (rows.length === 0) throw new LoginTaken({ login: customer.login });
  }
}
