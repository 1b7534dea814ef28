import type { HostProfile } from '@ticketgate/sdk';

/**
 * A system of the family: everything that statements, settings, sessions and answers must know about it. Code never compares a host's name,
 * but reads its properties. A new host is a file next to this one (ADR 24).
 */
export interface Host {
  /** The display name, for example `Znuny 6.5`. */
  readonly name: string;
  /** The value of `Gateway.Profile` for its answers. */
  readonly profile: HostProfile;
  readonly tables: HostTables;
  readonly settings: HostSettings;
  /** Preferences that its web interface expects in the session of an agent who never changed them. */
  readonly sessionDefaults: Readonly<Record<string, string>>;
  readonly answers: HostAnswers;
}

/** Differences of its tables from {@link FAMILY_TABLES}. */
export interface HostTables {
  /** Its own names of tables, by the family's names, which statements use. */
  readonly names: Readonly<Record<string, string>>;
  /** Tables, and columns such as `dynamic_field_value.index_set`, that it does not have. */
  readonly lacks: readonly string[];
}

export interface HostSettings {
  /** Its own names of settings, by our names. */
  readonly names: Readonly<Record<string, string>>;
  /** Its defaults that differ from the declared ones. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** Settings that are members of another one in every host, by our names. */
export const MEMBER_SETTINGS: Readonly<Record<string, { readonly name: string; readonly member: string }>> = {
  PasswordMaxLoginFailed: { name: 'PreferencesGroups###Password', member: 'PasswordMaxLoginFailed' },
};

/** The answers of its own web services. */
export interface HostAnswers {
  readonly article: {
    /** `IsEdited` and `IsDeleted`. */
    readonly hasVersionFlags: boolean;
    /** `CommunicationChannel` in addition to its id. */
    readonly hasChannelName: boolean;
  };
  /** Whether ticket answers include dynamic fields without a value, as null. */
  readonly hasEmptyTicketFields: boolean;
  /** Whether `Article` is a list in answers of TicketCreate with IncludeTicketData. */
  readonly listsCreatedArticle: boolean;
  /** Whether answers of TicketUpdate with IncludeTicketData contain the last article if the request has none. */
  readonly hasLastArticle: boolean;
  /** The permission for the ticket that TicketUpdate checks first, in addition to those for its changes. */
  readonly updatePermission: 'ro' | 'rw';
  /** Whether a new ticket gets its owner and responsible after its accounted time. */
  readonly setsPeopleLast: boolean;
  /** Whether a state that is not pending adds a history entry `SetPendingTime` even if there was no pending time. */
  readonly alwaysRecordsPendingTime: boolean;
  /** Whether `Cc` and `Bcc` of a new ticket's article are stored. */
  readonly takesCcOfNewTickets: boolean;
  /** Whether line endings of plain texts are stored as a single character. */
  readonly normalizesLineEndings: boolean;
  /** Whether a ContentType without a charset is invalid. */
  readonly requiresCharset: boolean;
  /** Whether TicketUpdate cuts a title that is too long; otherwise it fails. */
  readonly cutsUpdatedTitle: boolean;
  /** Whether TicketGet refuses ids that are not whole numbers, without leading spaces or zeros (`WrongStructure`), and takes `true` for 1. */
  readonly requiresWholeTicketIDs: boolean;
  /** Whether `Article` may be a list of articles, each with its attachments and dynamic fields. */
  readonly takesArticleLists: boolean;
  /** Whether the value of a dynamic field may be `true` or `false`. */
  readonly takesFlagsAsFieldValues: boolean;
}

/** The part of {@link Host.sessionDefaults} that all hosts have. */
export const PREFERENCES = {
  AdminCommunicationLogPageShown: '25',
  AdminDynamicFieldsOverviewPageShown: '25',
  UserCreateNextMask: '',
  UserRefreshTime: '0',
  UserTicketOverviewMediumPageShown: '20',
  UserTicketOverviewPreviewPageShown: '15',
  UserTicketOverviewSmallPageShown: '25',
} as const;
