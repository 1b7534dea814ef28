import { defineSettings } from '@ticketgate/sdk';

export const searchSettings = defineSettings({
  'GenericInterface::Operation::TicketSearch###SearchLimit': [500, 'Hits of a search without Limit.'],
  'GenericInterface::Operation::TicketSearch###SortBy::Default': ['Age', 'Sort key of a search without SortBy.'],
  'GenericInterface::Operation::TicketSearch###Order::Default': ['Down', 'Direction of a search without OrderBy.'],
  'Ticket::Article::Backend::MIMEBase::IndexAttachmentNames': [
    1,
    'The names of attachments are indexed and can be searched.',
  ],
});
