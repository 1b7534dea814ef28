import { PREFERENCES, type Host } from './host.js';

/** OTOBO 10 and 11. A stand-alone system has the same tables. */
export const otobo11: Host = {
  name: 'OTOBO 11',
  profile: 'otobo',
  tables: { names: {}, lacks: [] },
  settings: { names: {}, defaults: {} },
  sessionDefaults: {
    ...PREFERENCES,
    AdminDynamicFieldsOverviewPageShown: '250',
    UserAuthBackend: '',
    UserMarkTicketSeenRedirectURL: '',
    UserMarkTicketUnseenRedirectURL: '',
  },
  answers: {
    article: { hasVersionFlags: true, hasChannelName: false },
    hasEmptyTicketFields: true,
    listsCreatedArticle: false,
    hasLastArticle: true,
    updatePermission: 'ro',
    setsPeopleLast: false,
    alwaysRecordsPendingTime: false,
    takesCcOfNewTickets: false,
    normalizesLineEndings: true,
    requiresCharset: false,
    cutsUpdatedTitle: true,
    requiresWholeTicketIDs: false,
    takesArticleLists: false,
    takesFlagsAsFieldValues: false,
  },
};
