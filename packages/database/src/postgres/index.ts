export { auditTime, changeOf, countEntries, listEntries, setValidity } from './catalogue/catalogue-rows.js';
export { saveRow } from './catalogue/save-row.js';
export { tableKind } from './catalogue/table-kind.js';
export { columnTypes } from './connection/column-types.js';
export { connectAlone } from './connection/connector.js';
export { DatabaseURL, DatabaseURLUnfit, describeHost } from './connection/database-url.js';
export { encodeTexts } from './connection/encode-texts.js';
export { errorCode } from './connection/error-code.js';
export { knexOn } from './connection/knex-on-connection.js';
export { type HostState, probeHosts } from './connection/probe-hosts.js';
export { LazyTransaction } from './connection/lazy-transaction.js';
export { type DatabaseOptions, type OpenDatabase, openDatabase } from './connection/open-database.js';
export { PreparedClient } from './connection/prepared-client.js';
export { PoolerUnfit, type Pooling } from './connection/session.js';
export { RequestTransactions } from './connection/request-transactions.js';
export { SingleConnectionDatabase } from './connection/single-connection-database.js';
export { ValueUnfit } from './connection/translate-error.js';
export { FAMILY_TABLES, OPTIONAL_PARTS, WRITTEN_TABLES } from './hosts/family-tables.js';
export type { Host, HostAnswers } from './hosts/host.js';
export { answersOf, HOSTS, OUR_HOST } from './hosts/hosts.js';
export { TableNames } from './hosts/table-names.js';
export { groupRows } from './statements/group-rows.js';
export {
  selectAwaited,
  EVENT_CHANNEL,
  insertEvents,
  KNOWN_VERSION_IS_CURRENT,
  KNOWN_VERSION_COLUMN,
  NEWEST_VERSION,
} from './statements/insert-events.js';
export { anyInList, quickIfFew } from './statements/list-parameters.js';
export {
  type InputColumns,
  type ItemCount,
  materialization,
  childRows,
  inputRows,
  columnNames,
  sharedStatement,
} from './statements/shared-statement.js';
export { type Sql, sql, statement } from './statements/sql.js';
export { readMigrations, statements } from './statements/migrations.js';
