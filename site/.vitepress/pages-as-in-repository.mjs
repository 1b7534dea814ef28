import { dirname, relative, resolve, sep } from 'node:path';

/** The page of the site that a file of the repository is; undefined if it is none. */
export function pageOf(file) {
  if (file === 'CHANGELOG.md') return 'changelog.md';
  const [, page, example] = /^(?:docs\/(.+\.md)|(examples\/[^/]+)\/README\.md)$/.exec(file) ?? [];
  return page ?? (example && `${example}.md`);
}

/**
 * Pages stay as GitHub shows them. Here their links to files that are no pages lead to the repository, or are plain text if it has no
 * address, and blocks have the name of their file above them.
 */
export function pagesAsInRepository(md, { root, source }) {
  md.core.ruler.push('repository', ({ tokens, env }) => {
    const folder = dirname(env.realPath ?? env.path);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open') leadOn(token, folder);
    }
  });

  function leadOn(token, folder) {
    const [, path, anchor = ''] = /^(?![a-z]+:|#|\/)([^#]+)(#.*)?$/.exec(token.attrGet('href')) ?? [];
    if (path === undefined) return;
    const file = relative(root, resolve(folder, path)).split(sep).join('/');
    const page = pageOf(file);
    if (page !== undefined) token.attrSet('href', `/${page}${anchor}`);
    else if (source !== undefined) token.attrSet('href', `${source}/${file}${anchor}`);
    else token.attrs = token.attrs.filter(([name]) => name !== 'href');
  }

  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (...words) => {
    const [, name] = / file=(\S+)/.exec(words[0][words[1]].info) ?? [];
    return (name === undefined ? '' : `<p class="file-name">${md.utils.escapeHtml(name)}</p>`) + fence(...words);
  };
}
