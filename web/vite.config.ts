import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { layerOrder } from './build/layer-order.ts';
import { preloadFonts } from './build/preload-fonts.ts';
import { scopedName } from './build/scoped-name.ts';

/**
 * Groups the modules that every page uses into few files instead of fifty small ones. Schemas and modules for only members,
 * administrators or forms stay out. The first group that matches gets a module and its imports: `ui` has the loader of chunks too, which
 * every page needs and a smaller group would otherwise take.
 */
const CHUNKS = [
  { name: 'schemas', priority: 4, test: /node_modules\/zod\/|web\/src\/lib\/zod-without-eval/ },
  {
    name: 'data',
    priority: 3,
    test: /node_modules\/@tanstack\/(?!react-table|table-core|react-store|store|.*(infinite|queries))|web\/src\/lib\/(api-|call-member)/i,
  },
  {
    name: 'ui',
    priority: 2,
    test: /vite\/preload-helper|web\/src\/(components\/(ui|membership)|lib|config)\/(?!admin-sections|console-areas|dashboard-tabs|split-list|consequences|passkey|save-file|upload-file|processing-checkout|pricing|json-ld|team|badge|card|stat\.|skeleton|select-|status-|format|readers-|call-|member-context|member-view|form(?!\.tsx)|dialog|icons|action-icons|outcome|tabs|table|menu|monogram|textarea-|checkbox-|parse-admin|schedule|safe-path|copy-text|paid-checkout)/,
  },
  {
    name: 'events',
    priority: 1,
    test: /web\/src\/(components\/events\/(list-events|upcoming|not-open)|features\/bootcamp\/use-next-run)/,
  },
  {
    name: 'signed-in',
    priority: 1,
    test: /web\/src\/(components\/ui|lib)\/(action-icons|outcome|badge|card|stat\.|skeleton|select-|status-|format|readers-|member-context)/,
  },
];

export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), layerOrder(), preloadFonts()],
  // The bundle that renders pages includes its dependencies: the gateway does not install the web's packages.
  ...(isSsrBuild
    ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
    : {}),
  css: { modules: { generateScopedName: scopedName(command === 'build') } },
  build: {
    outDir: isSsrBuild ? 'dist-server' : 'dist',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: 'es2022',
    // The content security policy is default-src 'self': no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: isSsrBuild ? {} : { codeSplitting: { groups: CHUNKS } },
    },
    modulePreload: {
      // The polyfill is for browsers older than the target.
      polyfill: false,
      // The list would put the names of all chunks into every page; a page requests its own chunks when it opens.
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'js' ? parts.filter((part) => part.endsWith('.css')) : parts,
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://localhost:3000' },
  },
  preview: {
    port: 4173,
    proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://localhost:3000' },
    headers: {
      'content-security-policy': "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
    },
  },
}));
