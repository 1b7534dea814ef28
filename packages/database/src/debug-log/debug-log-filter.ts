/** What the debug log is asked for; all of it has to hold. */
export interface DebugLogFilter {
  readonly serviceID?: number | undefined;
  /** Its name in the definition. */
  readonly operation?: string | undefined;
  /** The most severe level that was recorded of the request. */
  readonly level?: string | undefined;
  readonly status?: number | undefined;
  readonly errorCode?: string | undefined;
  /** Of the communication, of the request or of its trace. */
  readonly id?: string | undefined;
  readonly address?: string | undefined;
  /** A login. */
  readonly caller?: string | undefined;
  /** Milliseconds at least. */
  readonly slowerThan?: number | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** A text that was recorded, in any case; without an index, all texts are read. */
  readonly text?: string | undefined;
}

export interface DebugLogPage {
  readonly limit: number;
  /** The newest first; with an id only those that came before it. */
  readonly before?: number | undefined;
  /** In the order in which they were written, and only those that were written later. */
  readonly after?: number | undefined;
}

const BY_COMMUNICATION = 'select entry.id from gi_debugger_entry entry where entry.communication_id = ?';

/** Behind the last request of a page. The first condition is one for the index, the second keeps requests of one moment apart. */
const EARLIER = `created_at <= (select created_at from ticketgate.debug_entry where id = ?)
  and (created_at, id) < (select created_at, id from ticketgate.debug_entry where id = ?)`;

const HOLDING = `id = any(array(
  select gi_debugger_entry_id from gi_debugger_entry_content where lower(content) like '%' || lower(?) || '%'))`;

/** Conditions on `ticketgate.debug_entry`, each of which an index knows, with their values. */
export class DebugLogConditions {
  readonly values: unknown[] = [];
  readonly texts: string[] = [];
  /** Of pages. Processes write in batches, and late after an outage: the order of ids is not quite that of time. */
  readonly order: string;

  constructor(filter: DebugLogFilter, { before, after }: DebugLogPage) {
    this.#equal('service_id', filter.serviceID);
    this.#equal('operation', filter.operation);
    this.#equal('level', filter.level);
    this.#equal('status', filter.status);
    this.#equal('error_code', filter.errorCode);
    this.#equal('address', filter.address);
    this.#equal('caller', filter.caller);
    this.#add('milliseconds >= ?', filter.slowerThan);
    this.order = after === undefined ? 'created_at desc, id desc' : 'id asc';
    this.#add(EARLIER, before);
    this.#add('id > ?', after);
    this.#add(`(id = (${BY_COMMUNICATION}) or request_id = ? or trace_id = ?)`, filter.id);
    this.#add(HOLDING, filter.text?.replaceAll(/[\\%_]/g, '\\$&'));
    this.#add('created_at >= ?', filter.from?.toISOString());
    this.#add('created_at <= ?', filter.to?.toISOString());
  }

  get where(): string {
    return this.texts.length === 0 ? 'true' : this.texts.join(' and ');
  }

  /** @returns the name of a value */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  #equal(column: string, value: unknown): void {
    this.#add(`${column} = ?`, value);
  }

  #add(text: string, value: unknown): void {
    if (value !== undefined) this.texts.push(text.replaceAll('?', this.bind(value)));
  }
}
