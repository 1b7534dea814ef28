import { columnText } from '@ticketgate/sdk';

/** A name in the catalogue, as its columns keep it. */
export const NAME = columnText(191);

export const COMMENT = columnText(250);
