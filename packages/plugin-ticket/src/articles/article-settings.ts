import { defineSettings, type SettingDefinition } from '@ticketgate/sdk';

/** Operations that write articles. */
export type WritingOperation = 'TicketCreate' | 'TicketUpdate';

/** The members of an article that have a default in a setting. */
const MEMBERS = ['IsVisibleForCustomer', 'HistoryType', 'HistoryComment', 'AutoResponseType'] as const;

export type DefaultedMember = (typeof MEMBERS)[number];

/** The names of the settings. Concatenating them for each request would make look-ups slow. */
export const DEFAULT_SETTINGS: Readonly<Record<WritingOperation, Readonly<Record<DefaultedMember, string>>>> = {
  TicketCreate: nameDefaults('TicketCreate'),
  TicketUpdate: nameDefaults('TicketUpdate'),
};

/** The default values of the family. */
export const ARTICLE_DEFAULTS = {
  TicketCreate: {
    HistoryType: 'NewTicket',
    HistoryComment: '%%GenericInterface Create',
    AutoResponseType: 'auto reply',
  },
  TicketUpdate: {
    HistoryType: 'AddNote',
    HistoryComment: '%%GenericInterface Note',
    AutoResponseType: 'auto follow up',
  },
} as const;

export const articleSettings: readonly SettingDefinition[] = [
  ...defineDefaults('TicketCreate', { one: 'the first article', all: 'new articles' }),
  ...defineDefaults('TicketUpdate', { one: 'articles of updates', all: 'articles of updates' }),
];

function nameDefaults(operation: WritingOperation): Readonly<Record<DefaultedMember, string>> {
  const names = MEMBERS.map((name) => [name, `GenericInterface::Operation::${operation}###${name}`]);
  return Object.fromEntries(names) as Record<DefaultedMember, string>; // entries of all members
}

function defineDefaults(
  operation: WritingOperation,
  { one, all }: { readonly one: string; readonly all: string },
): readonly SettingDefinition[] {
  const name = DEFAULT_SETTINGS[operation];
  const { HistoryType, HistoryComment, AutoResponseType } = ARTICLE_DEFAULTS[operation];
  return defineSettings({
    [name.IsVisibleForCustomer]: [1, `Whether customers see ${all} if the request does not say.`],
    [name.HistoryType]: [HistoryType, `History type of ${one}.`],
    [name.HistoryComment]: [HistoryComment, `History text of ${one}.`],
    [name.AutoResponseType]: [AutoResponseType, `Auto response type of ${one}.`],
  });
}
