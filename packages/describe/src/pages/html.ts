const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Also safe within quotes. */
export function escapeHTML(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

export interface PageParts {
  readonly title: string;
  /** HTML, including its landmarks. */
  readonly body: string;
  /** HTML for the head. */
  readonly head?: string;
  /** The relative URL from the page to `/`, for example `../`. */
  readonly root: string;
}

/** A page without anything inline, so that a strict Content-Security-Policy works. */
export function htmlPage({ title, body, head = '', root }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHTML(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}docs/assets/pages.css">
${head}</head>
<body>
<header class="top"><a class="brand" href="${root === '' ? './' : root}">Ticketgate</a></header>
${body}
</body>
</html>
`;
}
