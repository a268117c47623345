// Bundles one Node process of this workspace: our own TypeScript becomes one file, packages of the
// registry stay outside. Run from the project's folder; every entry named in `LECTERN_ENTRIES`
// (comma separated, default `main`) becomes dist/<entry>.js.
import { fileURLToPath } from 'node:url';

const entries = (process.env.LECTERN_ENTRIES ?? 'main').split(',');
const bundled = /^(@lectern\/|@oxc-project\/|[./]|\0)/;

export default {
  input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  external: (id) => !bundled.test(id),
  tsconfig: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
  output: { dir: 'dist', format: 'esm', sourcemap: true, keepNames: true, cleanDir: true },
};
