import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = import.meta.dirname;
/** Where `npm run dev:console` finds the API. */
const server = process.env.TICKETGATE_URL ?? 'http://127.0.0.1:8080';

/** Compressed once here instead of at each answer. */
const precompress = {
  name: 'precompress',
  apply: 'build',
  closeBundle() {
    const folder = join(root, 'dist', 'assets');
    for (const name of readdirSync(folder).filter((each) => /\.(?:js|css|svg)$/.test(each))) {
      const text = readFileSync(join(folder, name));
      writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text, { params }));
    }
  },
};

/** `/components` is the page of all components. It is not part of what is built. */
const componentsPage = {
  name: 'components-page',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (!/^\/(?:admin\/)?components$/.test(request.url)) return next();
      response.writeHead(302, { Location: '/admin/components/index.html' }).end();
    });
  },
};

export default ({ command }) => ({
  root,
  // The path of a proxy may stand before it; the server completes the addresses in the page.
  base: command === 'build' ? './' : '/admin/',
  plugins: [precompress, componentsPage],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    cssTarget: 'chrome123',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Of what is in the files, for those who get them, and for the bill of materials of `npm run pack`.
    license: { fileName: 'licenses.json' },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { '/admin/api': { target: server } }, open: '/admin/' },
});
