import type { HostProfile } from '@ticketgate/sdk';

/**
 * A system of the family: everything that statements, settings, sessions and answers must know of it. Nobody asks for a host by its
 * name; they ask for what it has. A new host is a file beside these (ADR 24).
 */
export interface Host {
  /** For people, for example `Znuny 6.5`. */
  readonly name: string;
  /** What `Gateway.Profile` calls its answers. */
  readonly profile: HostProfile;
  readonly tables: HostTables;
  readonly settings: HostSettings;
  /** Preferences that its web interface expects in the session of an agent who never changed them. */
  readonly sessionDefaults: Readonly<Record<string, string>>;
  readonly answers: HostAnswers;
}

/** How its tables differ from {@link FAMILY_TABLES}. */
export interface HostTables {
  /** Its names of tables that statements call by the names of the family. */
  readonly names: Readonly<Record<string, string>>;
  /** Tables, and columns such as `dynamic_field_value.index_set`, that it does not have. */
  readonly lacks: readonly string[];
}

export interface HostSettings {
  /** Its names of settings that we call otherwise, by our names. */
  readonly names: Readonly<Record<string, string>>;
  /** Its defaults that differ from those that are declared with the settings. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** Settings that are members of another one in every host, by our names. */
export const MEMBER_SETTINGS: Readonly<Record<string, { readonly name: string; readonly member: string }>> = {
  PasswordMaxLoginFailed: { name: 'PreferencesGroups###Password', member: 'PasswordMaxLoginFailed' },
};

/** How its own web services answer. */
export interface HostAnswers {
  readonly article: {
    /** `IsEdited` and `IsDeleted`. */
    readonly hasVersionFlags: boolean;
    /** `CommunicationChannel`, beside its id. */
    readonly hasChannelName: boolean;
  };
  /** Whether dynamic fields of tickets are answered without a value, as null. */
  readonly hasEmptyTicketFields: boolean;
  /** Whether TicketCreate with IncludeTicketData answers `Article` as a list. */
  readonly listsCreatedArticle: boolean;
  /** Whether TicketUpdate with IncludeTicketData answers the last article where the request has none. */
  readonly hasLastArticle: boolean;
  /** The permission for a ticket that TicketUpdate asks for first, besides those for what it changes. */
  readonly updatePermission: 'ro' | 'rw';
  /** Whether a new ticket gets its owner and responsible after its accounted time. */
  readonly setsPeopleLast: boolean;
  /** Whether a state that is not pending is followed by an entry `SetPendingTime` even if there was no pending time. */
  readonly alwaysRecordsPendingTime: boolean;
  /** Whether `Cc` and `Bcc` of the article of a new ticket are stored. */
  readonly takesCcOfNewTickets: boolean;
  /** Whether line endings of plain texts are stored as one character. */
  readonly normalizesLineEndings: boolean;
  /** Whether a ContentType without a charset is invalid. */
  readonly requiresCharset: boolean;
  /** Whether a TicketUpdate cuts a title that is too long; otherwise it fails. */
  readonly cutsUpdatedTitle: boolean;
  /** Whether TicketGet refuses ids that are not whole numbers, without leading spaces or zeros (`WrongStructure`), and takes `true` for 1. */
  readonly requiresWholeTicketIDs: boolean;
  /** Whether `Article` may be a list, of articles with attachments and dynamic fields of their own. */
  readonly takesArticleLists: boolean;
  /** Whether the value of a dynamic field may be `true` or `false`. */
  readonly takesFlagsAsFieldValues: boolean;
}

/** Preferences of {@link Host.sessionDefaults} that all hosts have. */
export const PREFERENCES = {
  AdminCommunicationLogPageShown: '25',
  AdminDynamicFieldsOverviewPageShown: '25',
  UserCreateNextMask: '',
  UserRefreshTime: '0',
  UserTicketOverviewMediumPageShown: '20',
  UserTicketOverviewPreviewPageShown: '15',
  UserTicketOverviewSmallPageShown: '25',
} as const;
