import { ROW_ID } from '../../request/member-schemas.js';

export const attachmentGetInput = {
  type: 'object',
  required: ['ArticleID', 'FileID'],
  additionalProperties: false,
  properties: {
    ArticleID: ROW_ID,
    FileID: { ...ROW_ID, description: 'As TicketGet and ArticleGet list it.' },
  },
} as const;

export const attachmentGetOutput = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: 'The bytes, with the content type of the attachment.',
} as const;
