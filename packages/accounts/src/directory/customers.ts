import { equalsFolded } from '@ticketgate/database/postgres';
import type { CatalogueHost, Customers, CustomerUser, Directory } from '@ticketgate/sdk';

import { fullName } from './load-directory.js';
import { ShortCache } from '../short-cache.js';

interface CustomersOptions extends CatalogueHost {
  directory(): Promise<Directory>;
}

const COLUMNS = `login, email, customer_id as "customerID", first_name as "firstName", last_name as "lastName",
  valid_id = 1 as "isValid"`;
/** Milliseconds that customers are cached, so that a busy client does not cause a query for the same one each time. */
const MEMORY = { maxAge: 1_000, bytes: 2_000_000 };
/** Characters of the columns, in the host whose are the widest: longer texts belong to no account, and are neither looked up nor remembered. */
export const LOGIN_LENGTH = 200;
const EMAIL_LENGTH = 150;

/** SQL: the customer user with a login or an address (`$1`); of several that only differ in case, preferably the exact one. */
function oneWith(column: 'login' | 'email', selected: string): string {
  return `select ${selected} from customer_user where ${equalsFolded(column, '$1')} order by ${column} = $1 desc, login limit 1`;
}

export class DatabaseCustomers implements Customers {
  readonly #options: CustomersOptions;
  readonly #byLogin: ShortCache<CustomerUser | undefined>;

  constructor(options: CustomersOptions) {
    this.#options = options;
    this.#byLogin = new ShortCache({ ...MEMORY, now: () => options.now() });
  }

  /** Drops the cached customers, after some were changed elsewhere. */
  forgetAll(): void {
    this.#byLogin.clear();
  }

  async findByLogin(login: string): Promise<CustomerUser | undefined> {
    if (login.length > LOGIN_LENGTH) return undefined;
    return this.#byLogin.getOrLoad(login, () => this.#find('login', login));
  }

  async findByEmail(email: string): Promise<CustomerUser | undefined> {
    if (email.length > EMAIL_LENGTH) return undefined;
    return this.#find('email', email);
  }

  async customerIDs(login: string): Promise<readonly string[]> {
    const rows = await this.#options.database.query<{ customer_id: string }>(
      `select customer_id from (${oneWith('login', 'customer_id')}) as person
       union select customer_id from customer_user_customer where ${equalsFolded('user_id', '$1')}`,
      [login],
    );
    return rows.map(({ customer_id }) => customer_id);
  }

  async groupIDs(login: string, permission: string): Promise<ReadonlySet<number>> {
    const { settings, database } = this.#options;
    const directory = await this.#options.directory();
    if (!settings.flag('CustomerGroupSupport')) return new Set(directory.groups.map(({ id }) => id));
    const customerIDs = await this.customerIDs(login);
    const rows = await database.query<{ group_id: number }>(
      `select group_id from group_customer_user
       where user_id = $1 and permission_key in ($2, 'rw') and permission_value = 1
       union
       select group_id from group_customer
       where customer_id = any($3) and permission_key in ($2, 'rw') and permission_value = 1
         and permission_context = '001-CustomerID-same'`,
      [login, permission, customerIDs],
    );
    const always = settings.get('CustomerGroupAlwaysGroups');
    const names = new Set<unknown>(Array.isArray(always) ? always : []);
    const alwaysIDs = directory.groups.filter(({ name }) => names.has(name)).map(({ id }) => id);
    const valid = new Set(directory.groups.map(({ id }) => id));
    return new Set([...rows.map(({ group_id }) => group_id), ...alwaysIDs].filter((id) => valid.has(id)));
  }

  async #find(column: 'login' | 'email', value: string): Promise<CustomerUser | undefined> {
    const { database, settings } = this.#options;
    const [row] = await database.query<Omit<CustomerUser, 'fullName'>>(oneWith(column, COLUMNS), [value]);
    return row && { ...row, fullName: fullName(row, settings.number('FirstnameLastnameOrder')) };
  }
}
