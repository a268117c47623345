import type { Plugin } from 'vite';

/** Parts that every link imports and only react-router's framework mode uses: prefetching of route data and errors of server components. */
const UNUSED: readonly [name: string, instead: string][] = [
  ['PrefetchPageLinks', 'function PrefetchPageLinks() { return null; }'],
  ['usePrefetchBehavior', 'function usePrefetchBehavior() { return [false, undefined, {}]; }'],
  ['RSCErrorHandler', 'function RSCErrorHandler({ children }) { return children; }'],
  ['decodeRouteErrorResponseDigest', 'function decodeRouteErrorResponseDigest() { return undefined; }'],
];

/**
 * Lets the bundler drop the parts of react-router that the site does not use. Its modules name components by assignment
 * (`Form.displayName = …`) and make them by unannotated calls, which count as side effects and keep about 8 KB of forms, scroll
 * restoration and framework parts in every page. Its package also offers only its development build; the one difference is a flag.
 */
export const slimRouter = (): Plugin => {
  const left = new Set(UNUSED.map(([name]) => name));
  return {
    name: 'lectern:slim-router',
    apply: 'build',
    transform(code, id) {
      if (!/node_modules\/react-router\/dist\/development\/.*\.mjs$/.test(id)) return null;
      let slim = code
        .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replaceAll(/= (React\w*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
        .replaceAll('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;');
      for (const [name, instead] of UNUSED) {
        slim = slim.replace(new RegExp(`^function ${name}\\([\\s\\S]*?^}$`, 'm'), () => {
          left.delete(name);
          return instead;
        });
      }
      return { code: slim, map: null };
    },
    buildEnd(error) {
      // A new version of react-router renamed them: check again which parts it adds to every page.
      if (error === undefined && this.environment.name === 'client' && left.size > 0)
        this.error(`react-router has no ${[...left].join(', ')}`);
    },
  };
};
