import { otrs60 } from './otrs-6.0.js';
import { PREFERENCES, type Host } from './host.js';

/** Znuny 6.5 and 7. */
export const znuny65: Host = {
  name: 'Znuny 6.5',
  profile: 'znuny',
  tables: { ...otrs60.tables, names: { ...otrs60.tables.names, groups_table: 'permission_groups' } },
  settings: otrs60.settings,
  sessionDefaults: { ...PREFERENCES, UserLastViewsLimit: '5', UserLastViewsPosition: 'Avatar' },
  answers: {
    ...otrs60.answers,
    article: { hasVersionFlags: false, hasChannelName: true },
    hasEmptyTicketFields: false,
    listsCreatedArticle: true,
    hasLastArticle: false,
    setsPeopleLast: true,
    alwaysRecordsPendingTime: true,
    takesCcOfNewTickets: true,
    normalizesLineEndings: false,
    updatePermission: 'rw',
    requiresWholeTicketIDs: true,
    takesArticleLists: true,
  },
};
