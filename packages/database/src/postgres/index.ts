export { auditTime, countEntries, listEntries, setValidity, saveRow } from './catalogue/catalogue-rows.js';
export { tableKind } from './catalogue/table-kind.js';
export { columnTypes, encodeTexts } from './connection/column-types.js';
export { connectAlone } from './connection/connector.js';
export { DatabaseURL, DatabaseURLUnfit, describeHost } from './connection/database-url.js';
export { errorCode, isWrongValue, ValueUnfit } from './connection/database-errors.js';
export { transactionOn } from './connection/knex-database.js';
export { type HostState, probeHosts } from './connection/database-probe.js';
export { LazyTransaction, RequestTransactions } from './connection/request-transactions.js';
export { type DatabaseOptions, type OpenDatabase, openDatabase } from './connection/open-database.js';
export { openStandbys, type StandbysOptions } from './reads/open-standbys.js';
export { probeStandbys, type StandbyCondition } from './reads/probe-standbys.js';
export type { Consistency, StandbyReport, Standbys } from './reads/standbys.js';
export { PoolerUnfit, type Pooling } from './connection/session.js';
export { FAMILY_TABLES, OPTIONAL_PARTS, WRITTEN_TABLES } from './hosts/family-tables.js';
export { ALL_SNAPSHOTS, forgetSnapshots, SNAPSHOT_CHANNEL } from './forget-snapshots.js';
export { MEMBER_SETTINGS, type Host, type HostAnswers } from './hosts/host.js';
export { findAnswers, HOSTS, OUR_HOST } from './hosts/hosts.js';
export { TableNames } from './hosts/table-names.js';
export { equalsFolded } from './statements/equals-folded.js';
export { likePattern } from './statements/like-pattern.js';
export { listServed } from './statements/list-served.js';
export { getValue, hasTable, readValue } from './statements/read-value.js';
export { groupRows, anyInList, quickIfFew } from './statements/several-objects.js';
export {
  selectAwaited,
  EVENT_CHANNEL,
  insertEvents,
  KNOWN_VERSION_IS_CURRENT,
  KNOWN_VERSION_COLUMN,
  PLANNED_EVENTS,
  NEWEST_VERSION,
} from './statements/insert-events.js';
export {
  type InputColumns,
  type InputList,
  type ItemCount,
  materialization,
  columnNames,
  sharedStatement,
} from './statements/shared-statement.js';
export { readMigrations } from './statements/migrations.js';
export { setPreferences } from './statements/set-preferences.js';
