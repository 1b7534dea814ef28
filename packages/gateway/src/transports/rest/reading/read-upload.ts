import { BodyNotReadable } from '../../http/refusals.js';

/** Most parts of a form, and bytes of each one's head, that are examined: more would take long. */
const MOST_PARTS = 100;
const LONGEST_HEAD = 8192;

/** A file in a form whose content is the request. */
export type Upload = NonNullable<ReturnType<typeof findUpload>>;

/** The upload of a request with this Content-Type; undefined if the body is not a form, or none are read. */
export function findUpload(contentType: string | undefined, field: string | undefined) {
  const [, quoted, bare] =
    /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? bare;
  return field === undefined || boundary === undefined ? undefined : { boundary, field };
}

/**
 * Finds the file in a form (RFC 7578); any other body is returned unchanged.
 *
 * @throws Failure `Gateway.BodyNotReadable` if the form does not contain it
 */
export function readUpload(body: Buffer, upload: Upload | undefined): Buffer {
  if (upload === undefined || body.length === 0) return body;
  const { boundary, field } = upload;
  const delimiter = `--${boundary}`;
  let start = body.indexOf(delimiter);
  for (let parts = 0; start >= 0 && parts < MOST_PARTS; parts += 1) {
    const headEnd = body.indexOf('\r\n\r\n', start);
    const end = headEnd < 0 ? -1 : body.indexOf(`\r\n${delimiter}`, headEnd + 2);
    if (end < 0 || headEnd - start > LONGEST_HEAD) break;
    if (isFile(body.toString('utf8', start, headEnd), field)) return body.subarray(headEnd + 4, end);
    start = end + 2;
  }
  throw new BodyNotReadable();
}

function isFile(head: string, field: string): boolean {
  const [, parameters = ''] = /^content-disposition:\s*form-data(.*)$/im.exec(head) ?? [];
  return /;\s*filename=/i.test(parameters) && /;\s*name="([^"]*)"/i.exec(parameters)?.[1] === field;
}
