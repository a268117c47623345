import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The two font files that every page needs for its first text: the display face and the text face, basic Latin. */
const PRELOADED = [/fraunces-72.*\.woff2$/, /source-sans-3-(?!latin).*\.woff2$/];

/** Preloads the text fonts under the names the build gave them, so that the first text is drawn in its own face. */
export const preloadFonts = (): Plugin => ({
  name: 'lectern:preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }): HtmlTagDescriptor[] =>
      Object.keys(bundle ?? {})
        .filter((file) => PRELOADED.some((pattern) => pattern.test(file)))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head-prepend',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
        })),
  },
});
