import type { Database } from '@ticketgate/sdk';

import type { TicketTests } from './ticket-tests.js';

const STAMP = { create_time: '2026-11-21 00:20:00', create_by: 2, change_time: '2026-11-21 00:20:00', change_by: 2 };

/** Inserts a row as it is and returns its id (0 for tables without one). */
export async function insertRow(
  tests: TicketTests,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<number> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`).join(', ');
  const [stored] = await tests.query<{ id?: number }>(
    `insert into ${table} as r (${names.join(', ')}) values (${places}) returning (to_jsonb(r) ->> 'id')::bigint as id`,
    Object.values(row),
  );
  return stored?.id ?? 0;
}

export interface ArticleParts {
  /** 1 agent, 2 system, 3 customer. */
  readonly senderType?: number;
  readonly channel?: number;
  readonly isVisible?: boolean;
  readonly created?: string;
  readonly mime?: Readonly<Record<string, unknown>>;
  /** Rows of the search index by their key. */
  readonly index?: Readonly<Record<string, string>>;
}

/** An article of an agent, in plain text. */
export async function insertArticle(tests: TicketTests, ticketID: number, parts: ArticleParts = {}): Promise<number> {
  const { senderType = 1, channel = 3, isVisible = true, created = STAMP.create_time } = parts;
  const articleID = await insertRow(tests, 'article', {
    ...STAMP,
    ticket_id: ticketID,
    article_sender_type_id: senderType,
    communication_channel_id: channel,
    is_visible_for_customer: isVisible ? 1 : 0,
    create_time: created,
  });
  await insertRow(tests, 'article_data_mime', {
    ...STAMP,
    article_id: articleID,
    a_subject: 'Subject',
    a_body: 'Body',
    a_content_type: 'text/plain; charset=utf-8',
    incoming_time: 1795220400,
    ...parts.mime,
  });
  for (const [key, value] of Object.entries(parts.index ?? {})) {
    const row = { ticket_id: ticketID, article_id: articleID, article_key: key, article_value: value };
    await insertRow(tests, 'article_search_index', row);
  }
  return articleID;
}

export function insertAttachment(
  tests: TicketTests,
  articleID: number,
  columns: Readonly<Record<string, unknown>>,
): Promise<number> {
  return insertRow(tests, 'article_data_mime_attachment', { ...STAMP, article_id: articleID, ...columns });
}

export function insertHistory(
  tests: TicketTests,
  ticketID: number,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  return insertRow(tests, 'ticket_history', {
    ...STAMP,
    ticket_id: ticketID,
    name: '%%x',
    history_type_id: 1,
    type_id: 2,
    queue_id: 4,
    owner_id: 2,
    priority_id: 3,
    state_id: 1,
    ...columns,
  });
}

export function insertFieldValue(
  tests: TicketTests,
  field: number,
  row: Readonly<Record<string, unknown>> & { readonly object_id: number },
): Promise<number> {
  return insertRow(tests, 'dynamic_field_value', { field_id: field, ...row });
}

/** The same database, which notes the texts of all statements. */
export function countingDatabase(database: Database, texts: string[]): Database {
  return {
    knex: database.knex,
    query: (text, values, options) => {
      texts.push(text);
      return database.query(text, values, options);
    },
    queryTogether: (statement, item) => {
      texts.push(statement.statementFor([item]).text);
      return database.queryTogether(statement, item);
    },
    withTransaction: (work) => database.withTransaction((transaction) => work(countingDatabase(transaction, texts))),
    withConnection: (work) => database.withConnection((connection) => work(countingDatabase(connection, texts))),
  };
}
