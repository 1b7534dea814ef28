import type { AttachmentDraft } from './article-draft.js';

const IMAGE = /(<img[^<>]+\bsrc=)(["'])data:(image\/([a-z0-9.+-]+));base64,([^"']*)\2/gi;

/** Moves images embedded in HTML to attachments; `newID` generates the ids that refer to them. */
export function extractInlineImages(
  html: string,
  newID: () => string,
): { readonly html: string; readonly images: readonly AttachmentDraft[] } {
  const images: AttachmentDraft[] = [];
  const replaced = html.replace(IMAGE, (...match: string[]) => {
    const [, start = '', quote = '"', contentType = '', extension = 'png', content = ''] = match;
    const filename = `pasted-${images.length + 1}.${extension.replace('jpeg', 'jpg')}`;
    const id = `inline${newID()}@ticketgate`;
    images.push({ filename, contentType, content, contentID: `<${id}>`, disposition: 'inline' });
    return `${start}${quote}cid:${id}${quote}`;
  });
  return { html: replaced, images };
}
