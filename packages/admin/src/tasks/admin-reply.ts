type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** Data with headers or a media type of its own. */
export class AdminReply {
  readonly data: unknown;
  readonly headers: ReplyHeaders;

  constructor(data: unknown, headers: ReplyHeaders) {
    this.data = data;
    this.headers = headers;
  }
}

/** A file for a browser to save. */
export function yamlFile(text: string, fileName: string): AdminReply {
  return new AdminReply(text, {
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  });
}
