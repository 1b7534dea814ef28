import { isData, type Data } from '@ticketgate/sdk';

/** Converts the ids that the family answers as texts to integers. */
export function withIntegerIDs(article: Data): Data {
  const whole = { ...article, SenderTypeID: Number(article.SenderTypeID) };
  if (!Array.isArray(article.Attachment)) return whole;
  const files = article.Attachment.filter(isData).map((file) => ({ ...file, FileID: Number(file.FileID) }));
  return { ...whole, Attachment: files };
}
