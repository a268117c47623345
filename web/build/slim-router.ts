import type { Plugin } from 'vite';

/**
 * Lets the bundler drop the parts of react-router that the site does not use. Its modules name components by assignment
 * (`Form.displayName = …`) and make them by unannotated calls, which count as side effects and keep about 8 KB of forms, scroll
 * restoration and framework parts in every page. Its package also offers only its development build; the one difference is a flag.
 */
export const slimRouter = (): Plugin => ({
  name: 'lectern:slim-router',
  apply: 'build',
  transform(code, id) {
    if (!/node_modules\/react-router\/dist\/development\/.*\.mjs$/.test(id)) return null;
    return {
      code: code
        .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replaceAll(/= (React\w*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
        .replaceAll('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;'),
      map: null,
    };
  },
});
