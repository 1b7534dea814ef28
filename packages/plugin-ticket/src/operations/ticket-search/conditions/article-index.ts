import { textOf } from '../../../values.js';
import { readText } from '../read-values.js';
import type { SearchSources } from '../search-sources.js';
import type { SearchStatement } from '../search-statement.js';
import { likePattern } from './text-condition.js';

const FIELDS = [
  'MIMEBase_From',
  'MIMEBase_To',
  'MIMEBase_Cc',
  'MIMEBase_Bcc',
  'MIMEBase_Subject',
  'MIMEBase_Body',
  'MIMEBase_AttachmentName',
  'Chat_ChatterName',
  'Chat_MessageText',
];

/** Words in articles: several fields have to be met by the same article. `Fulltext` looks everywhere, in the title too. */
export function addArticleIndex(sources: SearchSources, statement: SearchStatement): void {
  const { input, isCustomer } = sources;
  const fields = FIELDS.flatMap((field) => condition(field, readText(input, field), statement));
  const fulltext = readText(input, 'Fulltext');
  const anywhere = fulltext === undefined || isOpen(fulltext) ? undefined : statement.bind(containing(fulltext));
  const conditions = [...fields, ...(anywhere === undefined ? [] : [inIndex(`s.article_value like ${anywhere}`)])];
  if (conditions.length === 0) return;
  const isAnyEnough = anywhere !== undefined || textOf(input.ContentSearch).toUpperCase() === 'OR';
  const visible = isCustomer ? ' and a.is_visible_for_customer = 1' : '';
  const met = conditions.join(isAnyEnough ? ' or ' : ' and ');
  const inArticle = `exists (select from article a where a.ticket_id = t.id${visible} and (${met}))`;
  statement.where(anywhere === undefined ? inArticle : `(${inArticle} or lower(t.title) like ${anywhere})`);
}

function condition(field: string, value: string | undefined, statement: SearchStatement): readonly string[] {
  if (value === undefined || isOpen(value)) return [];
  const key = statement.bind(field);
  return [inIndex(`s.article_key = ${key} and s.article_value like ${statement.bind(containing(value))}`)];
}

function inIndex(met: string): string {
  return `exists (select from article_search_index s where s.article_id = a.id and ${met})`;
}

/** Only wildcards: restricts nothing. */
function isOpen(value: string): boolean {
  return /^[*%]{1,3}$/.test(value);
}

function containing(value: string): string {
  return `%${likePattern(value.toLowerCase()).replaceAll(/^%+|%+$/g, '')}%`;
}
