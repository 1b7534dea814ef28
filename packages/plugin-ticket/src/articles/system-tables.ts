import type { Database } from '@ticketgate/sdk';

/** Optional tables of a host system; a stand-alone system has article versions and no chats. */
export interface SystemTables {
  /** Edited and deleted articles are kept in `article_version` (OTOBO 11). */
  readonly hasArticleVersions: boolean;
  readonly hasChats: boolean;
}

const LOAD = `
select to_regclass('article_version') is not null as "hasArticleVersions",
  to_regclass('article_data_otobo_chat') is not null as "hasChats"`;

export async function loadSystemTables(database: Database): Promise<SystemTables> {
  const [tables] = await database.query<SystemTables>(LOAD);
  return tables ?? { hasArticleVersions: false, hasChats: false };
}
