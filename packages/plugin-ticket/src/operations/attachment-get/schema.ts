import type { JsonSchema } from '@ticketgate/sdk';

export const attachmentGetInput = {
  type: 'object',
  required: ['ArticleID', 'FileID'],
  additionalProperties: false,
  properties: {
    ArticleID: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    FileID: {
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'As TicketGet and ArticleGet list it.',
    },
  },
} as const;

export const attachmentGetOutput: JsonSchema = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: 'The bytes, with the content type of the attachment.',
};
