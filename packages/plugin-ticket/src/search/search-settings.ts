import type { SettingDefinition } from '@ticketgate/sdk';

export const searchSettings: readonly SettingDefinition[] = [
  {
    name: 'GenericInterface::Operation::TicketSearch###SearchLimit',
    default: 500,
    description: 'Hits of a search without Limit.',
  },
  {
    name: 'GenericInterface::Operation::TicketSearch###SortBy::Default',
    default: 'Age',
    description: 'Sort key of a search without SortBy.',
  },
  {
    name: 'GenericInterface::Operation::TicketSearch###Order::Default',
    default: 'Down',
    description: 'Direction of a search without OrderBy.',
  },
  {
    name: 'Ticket::Article::Backend::MIMEBase::IndexAttachmentNames',
    default: 1,
    description: 'The names of attachments are indexed and can be searched.',
  },
];
