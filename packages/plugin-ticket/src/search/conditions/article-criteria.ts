import { likePattern } from '@ticketgate/database/postgres';

import { matchesAnything, readText } from '../parameters/read-parameter.js';
import { readTimeLimits, timeLimitParameters } from '../parameters/read-time-limits.js';
import {
  type Criteria,
  type SearchSources,
  type Bind,
  every,
  some,
  existsRow,
  idIn,
  NOTHING,
  type Condition,
} from '../statement/condition.js';
import { timestampWithin } from './time-criteria.js';

/** Keys of `article_search_index` that may be searched; the names of attachments unless they are not indexed. */
const KEYS = [
  'MIMEBase_From',
  'MIMEBase_To',
  'MIMEBase_Cc',
  'MIMEBase_Bcc',
  'MIMEBase_Subject',
  'MIMEBase_Body',
  'Chat_ChatterName',
  'Chat_MessageText',
] as const;
const ATTACHMENT_KEY = 'MIMEBase_AttachmentName';

export const ARTICLE_KEYS = [...KEYS, ATTACHMENT_KEY] as const;
const NAMES = ['Fulltext', ...ARTICLE_KEYS];

/**
 * Criteria on articles: one article has to meet all of them, or one of them if `ContentSearch` is `OR`. `Fulltext` looks in
 * all keys and the ticket's title, and makes the connector `OR`. Customers find only what they may see.
 */
export const articleCriteria: Criteria = {
  parameters: [...NAMES, ...timeLimitParameters('ArticleCreateTime')],
  conditions(sources) {
    const articles = limitArticles(sources);
    if (articles === NOTHING) return [NOTHING];
    const criteria = readIndexCriteria(sources);
    const fulltext = readPattern(sources, 'Fulltext');
    if (fulltext !== undefined) return [fulltextCondition(fulltext, criteria, articles)];
    if (criteria.length > 0) {
      const isAnyEnough = readText(sources.input, 'ContentSearch')?.toUpperCase() === 'OR';
      return [isAnyEnough ? inAnyRow(criteria, articles) : inOneArticle(criteria, articles)];
    }
    const asksForAny = NAMES.some((name) => matchesAnything(readText(sources.input, name) ?? ''));
    if (readTimeLimits('ArticleCreateTime', sources) === undefined && !asksForAny) return [];
    return [(bind) => existsRow(bind, `article a where a.ticket_id = t.id${and(articles, bind)}`)];
  },
};

type IndexCriterion = ReturnType<typeof readIndexCriteria>[number];

function readIndexCriteria(sources: SearchSources) {
  const hasAttachmentNames = sources.settings.flag('Ticket::Article::Backend::MIMEBase::IndexAttachmentNames');
  return [...KEYS, ...(hasAttachmentNames ? [ATTACHMENT_KEY] : [])].flatMap((key) => {
    const pattern = readPattern(sources, key);
    return pattern === undefined ? [] : [{ key, pattern }];
  });
}

/** The index is in lower case. The value may occur anywhere; `*` and `%` are wildcards. */
function readPattern({ input }: SearchSources, name: string): string | undefined {
  const value = readText(input, name);
  if (value === undefined || matchesAnything(value)) return undefined;
  const parts = value.toLowerCase().split(/[*%]+/);
  return `%${likePattern(parts)}%`;
}

/** Conditions on the article `a` of the index; undefined for none. */
function limitArticles(sources: SearchSources): Condition | undefined {
  const limits = readTimeLimits('ArticleCreateTime', sources);
  if (limits === 'invalid') return NOTHING;
  const conditions = [
    ...(sources.caller.type === 'Customer' ? [() => 'a.is_visible_for_customer = 1'] : []),
    ...(limits === undefined ? [] : [timestampWithin('a.create_time', limits, sources.zone)]),
  ];
  return conditions.length === 0 ? undefined : every(conditions);
}

function and(condition: Condition | undefined, bind: Bind): string {
  return condition === undefined ? '' : ` and ${condition(bind)}`;
}

function joinArticle(articles: Condition | undefined): string {
  return articles === undefined ? '' : ' join article a on a.id = i.article_id';
}

/** Each criterion is met by a row of its own, all of one article. */
function inOneArticle(criteria: readonly IndexCriterion[], articles: Condition | undefined): Condition {
  const [first, ...others] = criteria;
  if (first === undefined) return NOTHING;
  return (bind) => {
    const joins = others.map(
      (criterion, index) =>
        ` join article_search_index i${index} on i${index}.article_id = i.article_id and ${holds(criterion, `i${index}`)(bind)}`,
    );
    return idIn(
      bind,
      `select i.ticket_id from article_search_index i${joins.join('')}${joinArticle(articles)}
  where ${holds(first)(bind)}${and(articles, bind)}`,
    );
  };
}

function inAnyRow(criteria: readonly IndexCriterion[], articles: Condition | undefined): Condition {
  const met = some(criteria.map((criterion) => holds(criterion)));
  return (bind) =>
    idIn(
      bind,
      `select i.ticket_id from article_search_index i${joinArticle(articles)} where ${met(bind)}${and(articles, bind)}`,
    );
}

/** The title counts only for tickets that have something in the index, and as it is written. */
function fulltextCondition(
  pattern: string,
  criteria: readonly IndexCriterion[],
  articles: Condition | undefined,
): Condition {
  const isAnywhere: Condition = (bind) => `i.article_value like ${bind(pattern, 'text')}`;
  const met = some([isAnywhere, ...criteria.map((criterion) => holds(criterion))]);
  const from = `article_search_index i${joinArticle(articles)}`;
  return (bind) => {
    const inIndex = `select i.ticket_id from ${from} where ${met(bind)}${and(articles, bind)}`;
    const title = bind(pattern, 'text');
    // The first comparison is implied by the second, but there is an index for it.
    const inTitle = `select s.id from ticket s where lower(s.title) like ${title} and s.title like ${title}
    and exists (select 1 from ${from} where i.ticket_id = s.id${and(articles, bind)})`;
    return idIn(bind, `${inIndex}\n  union all ${inTitle}`);
  };
}

function holds({ key, pattern }: IndexCriterion, row = 'i'): Condition {
  return (bind) => `${row}.article_key = ${bind(key, 'text')} and ${row}.article_value like ${bind(pattern, 'text')}`;
}
