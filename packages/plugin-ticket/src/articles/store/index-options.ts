import type { Settings } from '@ticketgate/sdk';

/** The parts of an article that go into its search index. */
export interface IndexOptions {
  /** Subject and body whole, instead of their words. */
  readonly isUnfiltered: boolean;
  readonly hasAttachmentNames: boolean;
  /** The host system adds to the index what we leave out. */
  readonly isCompletedByHost: boolean;
}

/**
 * Hosts do not find a new article by its attachments until they have indexed it again, and neither do we while attached to one
 * (`docs/compatibility.md`).
 */
export function indexOptions(settings: Settings, isAttached: boolean): IndexOptions {
  const hasAttachmentNames = settings.flag('Ticket::Article::Backend::MIMEBase::IndexAttachmentNames');
  return {
    isUnfiltered: settings.flag('Ticket::SearchIndex::ForceUnfilteredStorage'),
    hasAttachmentNames: hasAttachmentNames && !isAttached,
    isCompletedByHost: hasAttachmentNames && isAttached,
  };
}
