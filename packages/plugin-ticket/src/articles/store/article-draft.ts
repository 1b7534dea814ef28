/** An article whose members have been checked and completed, before it is made into rows. */
export interface ArticleDraft {
  readonly senderTypeID: number;
  readonly senderType: string;
  readonly channelID: number;
  readonly isVisible: boolean;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly replyTo: string;
  readonly messageID: string;
  readonly inReplyTo: string;
  readonly references: string;
  readonly subject: string;
  readonly body: string;
  /** Effective content type, lower-case. */
  readonly contentType: string;
  readonly historyType: string;
  readonly historyComment: string;
  /** With a point; undefined books nothing. */
  readonly timeUnit: string | undefined;
}

/** An attachment of a request, checked. */
export interface AttachmentDraft {
  readonly filename: string;
  readonly contentType: string;
  /** Base64, as sent. */
  readonly content: string;
  readonly contentID: string | undefined;
  readonly contentAlternative: string | undefined;
  readonly disposition: string | undefined;
}
