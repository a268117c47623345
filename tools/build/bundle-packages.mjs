// Bundles each package that the processes import into one file, for `npm run dev`: reading one file instead of two thousand starts a process
// in a third of the time, and packages rarely change. Arguments: the folder for the files, then the packages.
import { rolldown } from 'rolldown';

process.env.LECTERN_BUNDLE = 'packages';
const { default: config, fileOfPackage } = await import('./rolldown.node.config.mjs');

const [folder, ...names] = process.argv.slice(2);
const ENTRY = '\0entry:';

/** A package of CommonJS does not list its exports: Node finds them. */
const entryOf = async (name) => {
  const exported = Object.keys(await import(name)).filter((it) => !['module.exports', '__esModule'].includes(it));
  return `export { ${exported.join(', ')} } from ${JSON.stringify(name)};`;
};

const build = await rolldown({
  ...config,
  shimMissingExports: true,
  input: Object.fromEntries(names.map((name) => [fileOfPackage(name), ENTRY + name])),
  plugins: [
    {
      name: 'entries',
      resolveId: { filter: { id: new RegExp(`^${ENTRY}`) }, handler: (id) => id },
      load: { filter: { id: new RegExp(`^${ENTRY}`) }, handler: (id) => entryOf(id.slice(ENTRY.length)) },
    },
  ],
});
await build.write({ ...config.output, dir: folder, minify: false, sourcemap: false });
await build.close();
