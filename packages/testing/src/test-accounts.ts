import { randomInt } from 'node:crypto';
import {
  foldASCII,
  type Accounts,
  type Agent,
  type Caller,
  type Credentials,
  type CustomerUser,
  type Directory,
  type Group,
  type SessionValue,
} from '@ticketgate/sdk';

/** The accounts of a test. */
export interface TestAccounts {
  readonly agents?: readonly TestAgent[];
  readonly customers?: readonly TestCustomer[];
}

interface TestAgent {
  readonly login: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** The groups in which the agent has all permissions. */
  readonly groups?: readonly string[];
}

interface TestCustomer {
  readonly login: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly customerID?: string;
}

/** The password of all accounts of a test. */
export const TEST_PASSWORD = 'Test-Passw0rd-1';
const GROUPS = ['users', 'admin', 'stats'];

/** Accounts in memory. The agent `root@localhost` has the id 1, others follow. */
export class MemoryAccounts implements Accounts {
  readonly #agents: readonly Agent[];
  readonly #customers: readonly CustomerUser[];
  readonly #groups: readonly Group[];
  readonly #groupsByAgent: ReadonlyMap<number, ReadonlySet<number>>;
  readonly #sessions = new Map<string, Caller>();

  constructor({ agents = [], customers = [] }: TestAccounts) {
    const all: readonly TestAgent[] = [{ login: 'root@localhost', groups: GROUPS }, ...agents];
    const names = [...new Set(all.flatMap((agent) => agent.groups ?? []))];
    this.#groups = names.map((name, index) => ({ id: index + 1, name }));
    this.#agents = all.map(toAgent);
    this.#customers = customers.map(toCustomerUser);
    this.#groupsByAgent = new Map(
      all.map((agent, index) => [index + 1, new Set((agent.groups ?? []).map((name) => names.indexOf(name) + 1))]),
    );
  }

  directory(): Promise<Directory> {
    return Promise.resolve({
      agentByLogin: (login) => this.#agents.find((agent) => isTwin(agent.login, login)),
      agentByID: (id) => this.#agents.find((agent) => agent.id === id),
      groupByName: (name) => this.#groups.find((group) => group.name === name),
      groups: this.#groups,
      groupIDsOfAgent: (id) => this.#groupsByAgent.get(id) ?? new Set(),
    });
  }

  readonly customers: Accounts['customers'] = {
    findByLogin: async (login) => this.#customers.find((each) => isTwin(each.login, login)),
    findByEmail: async (email) => this.#customers.find((each) => each.email === email),
    customerIDs: async (login) => this.#customers.filter((each) => each.login === login).map((each) => each.customerID),
    groupIDs: async () => new Set(this.#groups.map(({ id }) => id)),
  };

  readonly sessions: Accounts['sessions'] = {
    create: async (caller) => {
      const id = Array.from({ length: 39 }, () => randomInt(10)).join('');
      this.#sessions.set(id, caller);
      return id;
    },
    read: async (id) => {
      const caller = this.#sessions.get(id);
      const value: SessionValue | undefined = caller && { Key: 'UserLogin', Value: caller.login };
      return value && [value];
    },
    remove: async (id) => this.#sessions.delete(id),
  };

  /** Checks a session, an agent and a customer, in the order of a server. */
  async authenticate({ SessionID, UserLogin, CustomerUserLogin, Password }: Credentials): Promise<Caller | undefined> {
    if (typeof SessionID === 'string') return this.#sessions.get(SessionID);
    if (Password !== TEST_PASSWORD) return undefined;
    const agent = this.#agents.find(({ login }) => login === UserLogin);
    if (agent !== undefined) return { type: 'User', userID: agent.id, login: agent.login };
    const customer = this.#customers.find(({ login }) => login === CustomerUserLogin);
    return customer && { type: 'Customer', userID: 1, login: customer.login };
  }
}

function toAgent(agent: TestAgent, index: number): Agent {
  const { login, firstName, lastName } = completeAgent(agent);
  const fullName = `${firstName} ${lastName}`;
  const person = { id: index + 1, login, firstName, lastName, fullName, email: deriveEmail(login), isValid: true };
  return { ...person, isOutOfOffice: () => false };
}

function toCustomerUser(customer: TestCustomer): CustomerUser {
  const { login, firstName, lastName, customerID } = completeCustomer(customer);
  const fullName = `${firstName} ${lastName}`;
  return { login, email: deriveEmail(login), customerID, firstName, lastName, fullName, isValid: true };
}

function isTwin(one: string, other: string): boolean {
  return foldASCII(one) === foldASCII(other);
}

export function completeAgent({
  login,
  firstName = login,
  lastName = 'Agent',
  groups = [],
}: TestAgent): Required<TestAgent> {
  return { login, firstName, lastName, groups };
}

export function completeCustomer({ login, ...rest }: TestCustomer): Required<TestCustomer> {
  const { firstName = login, lastName = 'Customer', customerID = 'ACME' } = rest;
  return { login, firstName, lastName, customerID };
}

/** The login if it is an e-mail address, otherwise an address made from it. */
export function deriveEmail(login: string): string {
  return login.includes('@') ? login : `${login}@example.com`;
}
