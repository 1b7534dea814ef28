import { otobo11 } from './otobo-11.js';
import { PREFERENCES, type Host } from './host.js';

/** OTRS 6, and Znuny 6.0 to 6.4. */
export const otrs60: Host = {
  name: 'OTRS 6.0',
  profile: 'otrs',
  tables: {
    names: { groups_table: 'groups', article_data_otobo_chat: 'article_data_otrs_chat' },
    lacks: ['article_version', 'dynamic_field_value.index_value', 'dynamic_field_value.index_set'],
  },
  settings: {
    names: { OTOBOTimeZone: 'OTRSTimeZone' },
    defaults: { SessionName: 'OTRSAgentInterface', 'Ticket::OwnerResetOnUnlock': 0 },
  },
  sessionDefaults: { ...PREFERENCES, UserAuthBackend: '' },
  answers: {
    ...otobo11.answers,
    article: { hasVersionFlags: false, hasChannelName: false },
    requiresCharset: true,
    cutsUpdatedTitle: false,
    takesFlagsAsFieldValues: true,
  },
};
