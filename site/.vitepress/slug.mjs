/**
 * The anchor of a heading as GitHub makes it, so that links work there and on the site.
 *
 * @param {string} heading
 */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
