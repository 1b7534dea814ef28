/** The caller of an operation: an agent (`User`) or a customer user (`Customer`), as the family names them. */
export interface Caller {
  readonly type: 'User' | 'Customer';
  /** The id under which changes are made: the agent's, or `CustomerPanelUserID` for customers. */
  readonly userID: number;
  /** The agent's login, or the customer's login as it was sent. */
  readonly login: string;
  /** The name of the API key, if the request had one. */
  readonly apiKey?: string | undefined;
}

/** The credentials of a request. */
export interface Credentials {
  readonly SessionID?: unknown;
  readonly UserLogin?: unknown;
  readonly CustomerUserLogin?: unknown;
  readonly Password?: unknown;
  readonly ApiKey?: unknown;
}

/** The origin of a request, for sessions and throttling. */
export interface RequestOrigin {
  readonly remoteAddress: string;
  readonly userAgent: string;
}

export interface Agent {
  readonly id: number;
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  /** First and last name in the order of `FirstnameLastnameOrder`. */
  readonly fullName: string;
  readonly email: string;
  readonly isValid: boolean;
  /** Whether the agent is out of office, according to the preferences. */
  isOutOfOffice(now: Date): boolean;
}

export interface CustomerUser {
  readonly login: string;
  readonly email: string;
  readonly customerID: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly fullName: string;
  readonly isValid: boolean;
}

export interface Group {
  readonly id: number;
  readonly name: string;
}

/** A snapshot of agents, groups and permissions. */
export interface Directory {
  /** Ignores case. */
  agentByLogin(login: string): Agent | undefined;
  agentByID(id: number): Agent | undefined;
  /** Valid groups only. */
  groupByName(name: string): Group | undefined;
  /** Valid groups only. */
  readonly groups: readonly Group[];
  /** Ids of the valid groups in which the agent has `permission` or `rw`, directly or by a role. */
  groupIDsOfAgent(agentID: number, permission: string): ReadonlySet<number>;
}

/** Customer users, which are read from the database when needed. */
export interface Customers {
  /** Ignores case. */
  findByLogin(login: string): Promise<CustomerUser | undefined>;
  /** The first one, by login, with this e-mail address. */
  findByEmail(email: string): Promise<CustomerUser | undefined>;
  /** The customer's own CustomerID and those of `customer_user_customer`. */
  customerIDs(login: string): Promise<readonly string[]>;
  /** Groups of a customer: all valid ones unless `CustomerGroupSupport` is on. */
  groupIDs(login: string, permission: string): Promise<ReadonlySet<number>>;
}

/** A value of a session. Values that the family stores serialised are JSON texts with `Serialized: 1`. */
export interface SessionValue {
  readonly Key: string;
  readonly Value: string | null;
  readonly Serialized?: 1;
}

export interface Sessions {
  /** Starts a session and returns its SessionID: 39 decimal digits. */
  create(caller: Caller, origin: RequestOrigin): Promise<string>;
  /** The values without secrets, sorted by key; undefined if the session is not valid for this origin. */
  read(sessionID: string, origin: RequestOrigin): Promise<readonly SessionValue[] | undefined>;
  /** Ends a session. Returns false if there was none. */
  remove(sessionID: string): Promise<boolean>;
}

/** Accounts, for operations. */
export interface Accounts {
  directory(): Promise<Directory>;
  readonly customers: Customers;
  readonly sessions: Sessions;
}

/** Administrators are valid agents with this permission in this group, directly or by a role. */
export const ADMINISTRATORS = { group: 'admin', permission: 'rw' } as const;

/** Whether an agent may administer. */
export function isAdministrator(directory: Directory, agentID: number): boolean {
  const group = directory.groupByName(ADMINISTRATORS.group);
  return group !== undefined && directory.groupIDsOfAgent(agentID, ADMINISTRATORS.permission).has(group.id);
}
