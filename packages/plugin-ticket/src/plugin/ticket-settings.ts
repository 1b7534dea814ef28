import { defineSettings, type SettingDefinition } from '@ticketgate/sdk';

import { articleSettings } from '../articles/article-settings.js';
import { mailSettings } from '../articles/mail/mail-server.js';
import { LIMITS } from '../articles/store/index-words.js';
import { invokerSettings } from '../invokers/invoker-options.js';
import { genericSettings } from '../invokers/shaped-members.js';
import { limitSettings } from '../request/limits.js';
import { permissionSettings } from '../permission/ticket-permission.js';

const HOURS = Array.from({ length: 13 }, (_, index) => String(index + 8));
const WORKING_HOURS = { Mon: HOURS, Tue: HOURS, Wed: HOURS, Thu: HOURS, Fri: HOURS, Sat: [], Sun: [] };
const VACATION_DAYS = {
  '1': { '1': "New Year's Day" },
  '5': { '1': 'International Workers Day' },
  '12': { '24': 'Christmas Eve', '25': 'First Christmas Day', '26': 'Second Christmas Day', '31': "New Year's Eve" },
};

/** Working hours and vacation days of the default calendar and of calendars 1 to 9. */
export const timeSettings = ['', '1', '2', '3', '4', '5', '6', '7', '8', '9'].flatMap(calendarSettings);

function calendarSettings(calendar: string): readonly SettingDefinition[] {
  const suffix = calendar === '' ? '' : `::Calendar${calendar}`;
  const whose = calendar === '' ? 'the default calendar' : `calendar ${calendar}`;
  const zone = `Time zone of ${whose}; empty for OTOBOTimeZone.`;
  return [
    ...defineSettings({
      [`TimeWorkingHours${suffix}`]: [WORKING_HOURS, `Working hours (0 to 23) by weekday (Mon to Sun) of ${whose}.`],
      [`TimeVacationDays${suffix}`]: [VACATION_DAYS, `Holidays of every year in ${whose}, as month, day, reason.`],
      [`TimeVacationDaysOneTime${suffix}`]: [{}, `Holidays of single years in ${whose}, as year, month, day, reason.`],
    }),
    ...(calendar === '' ? [] : defineSettings({ [`TimeZone${suffix}`]: ['', zone] })),
  ];
}

const searchSettings = defineSettings({
  'GenericInterface::Operation::TicketSearch###SearchLimit': [500, 'Hits of a search without Limit.'],
  'GenericInterface::Operation::TicketSearch###SortBy::Default': ['Age', 'Sort key of a search without SortBy.'],
  'GenericInterface::Operation::TicketSearch###Order::Default': ['Down', 'Direction of a search without OrderBy.'],
  'Ticket::Article::Backend::MIMEBase::IndexAttachmentNames': [
    1,
    'The names of attachments are indexed and can be searched.',
  ],
});

/** Settings of the family that the ticket operations read, and further limits. */
export const ticketSettings: readonly SettingDefinition[] = [
  ...defineSettings({
    SystemID: ['10', 'The part of ticket numbers that identifies the system.'],
    'Ticket::NumberGenerator': [
      'Kernel::System::Ticket::Number::DateChecksum',
      'How ticket numbers are made: DateChecksum, Date or AutoIncrement.',
    ],
    'Ticket::NumberGenerator::MinCounterSize': [5, 'Digits that counters in ticket numbers are padded to.'],
    'Ticket::NumberGenerator::Date::UseFormattedCounter': [0, 'Whether numbers of the generator Date are padded.'],
    'Ticket::Type': [0, 'Tickets have types.'],
    'Ticket::Type::Default': ['Unclassified', 'The type of tickets that are created without one.'],
    'Ticket::Service': [0, 'Tickets have services and SLAs.'],
    'Ticket::Responsible': [0, 'Tickets have responsible agents.'],
    'Ticket::ResponsibleAutoSet': [1, 'The first owner becomes responsible too.'],
    'Ticket::Watcher': [0, 'Agents may read tickets that they watch.'],
    'Ticket::OwnerResetOnUnlock': [1, 'Tickets go back to user 1 when they are unlocked.'],
    'Ticket::UnlockOnAway': [1, 'A new article unlocks a ticket whose owner is out of office.'],
    EscalationSuspendStates: [[], 'Names of states in which escalation stands still, for example pending reminder.'],
    'Ticket::ArchiveSystem': [0, 'Tickets can be archived.'],
    'Ticket::Frontend::AccountTime': [1, 'Time can be accounted on articles.'],
    'Ticket::Frontend::NeedAccountedTime': [0, 'Articles need a TimeUnit.'],
    'Ticket::Frontend::TextAreaNote': [78, 'Most characters of a line in the text of an HTML body.'],
    'Ticket::Hook': ['Ticket#', 'The word before the number of a ticket in the subjects of e-mails.'],
    'Ticket::HookDivider': ['', 'What is between the hook and the number.'],
    'Ticket::SubjectFormat': ['Left', 'Where the number is in the subject of an e-mail: Left, Right or None.'],
    'Ticket::SubjectRe': ['Re', 'The mark of an answer, which the subject of an e-mail loses.'],
    'Ticket::SubjectSize': [100, 'Most characters of the subject of an e-mail without the number.'],
    FQDN: ['yourhost.example.com', 'The domain in message ids of e-mails.'],
    Organization: ['Example Company', 'A header of e-mails; empty for none.'],
    CheckEmailAddresses: [1, 'Addresses in From and CustomerUser are checked.'],
    CheckMXRecord: [1, 'The domain of an address must accept mail.'],
    CheckEmailInvalidAddress: ['@(example)\\.(..|...)$', 'Addresses that match this pattern are refused.'],
    CheckEmailValidAddress: [
      '^(root@localhost|admin@localhost)$',
      'Addresses that match this pattern are accepted unchecked.',
    ],
    'Ticket::SearchIndex::ForceUnfilteredStorage': [0, 'The search index contains whole article texts.'],
    'Ticket::SearchIndex::Filters': [
      ['[,&<>?"!*|;\\[\\]()+$^=]', "^[':.]|[':.]$", '^[^\\w]+$'],
      'Patterns whose matches are removed from each word before it is indexed, in their order.',
    ],
    'Ticket::SearchIndex::Attribute': [LIMITS, 'Most words of a text that are indexed, and characters of a word.'],
    'Ticket::SearchIndex::StopWords': [
      null,
      'Words that are not indexed, as lists by language; null for those of a library in six languages.',
    ],
  }),
  ...articleSettings,
  ...mailSettings,
  ...invokerSettings,
  ...genericSettings,
  ...permissionSettings,
  ...searchSettings,
  ...timeSettings,
  ...limitSettings,
];
