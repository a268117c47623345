// Bundles one Node process of this workspace. Run from the project's folder; every entry named in `LECTERN_ENTRIES` (comma
// separated, default `main`) becomes dist/<entry>.js.
//
// `LECTERN_BUNDLE=packages` takes the registry's packages in as well, for the processes of which many run: reading one file
// instead of two thousand starts a service in a third of the time and in two thirds of the memory. Otherwise only our own code
// is bundled.
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';

const entries = (process.env.LECTERN_ENTRIES ?? 'main').split(',');
const takesPackages = process.env.LECTERN_BUNDLE === 'packages';

/** Our own code and the compiler's helpers are in every bundle. */
export const OWN = /^(@lectern\/|@oxc-project\/|[./]|\0)/;

/** Packages that cannot be in a bundle (native code), and optional ones that frameworks look for and that we do not have. */
const OUTSIDE = [
  '@node-rs/argon2',
  'sharp',
  // @nestjs/core and /microservices
  '@nestjs/websockets',
  '@nestjs/platform-express',
  '@grpc',
  'kafkajs',
  'mqtt',
  'nats',
  '@nats-io',
  'amqplib',
  'amqp-connection-manager',
  'cache-manager',
  'class-transformer',
  'class-validator',
  '@fastify/view',
  '@fastify/multipart',
  // typeorm's other databases
  'pg-native',
  'pg-query-stream',
  '@google-cloud',
  '@sap',
  'better-sqlite3',
  'sqlite3',
  'mongodb',
  'mssql',
  'mysql',
  'mysql2',
  'oracledb',
  'redis',
  'sql.js',
  'ts-node',
  'typeorm-aurora-data-api-driver',
  'react-native-sqlite-storage',
  'expo-sqlite',
  'hdb-pool',
];

/** Whether a bundle with packages leaves it to Node. */
export const isOutside = (id) => isBuiltin(id) || OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Node stores a file that is plain ASCII with one byte a character, any other with two: one quotation mark of a message would double
 * the megabytes of a file for as long as the process runs. Comments and names of variables are for readers of the sources; licenses
 * are with the packages. Functions keep their names and statements their lines, so that stack traces are readable.
 */
const plain = {
  comments: false,
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: false, asciiOnly: true } },
};

/** Escapes do not reach the texts of tagged templates. */
const refuseWhatIsNotPlain = {
  name: 'refuse-what-is-not-plain',
  generateBundle(_options, files) {
    for (const { fileName, code = '' } of Object.values(files)) {
      const found = /[^\x00-\x7f]/.exec(code);
      if (found !== null)
        this.error(
          `${fileName} is not ASCII and would take twice the memory: …${code.slice(Math.max(0, found.index - 80), found.index + 20)}…`,
        );
    }
  },
};

/** The file of a package that is bundled on its own, for `npm run dev`. */
export const fileOfPackage = (name) => name.replaceAll('/', '~');

export default {
  input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  external: (id) => (takesPackages ? isOutside(id) : !OWN.test(id)),
  tsconfig: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
  // React has a build of each of its files for development.
  transform: { define: { 'process.env.NODE_ENV': "'production'" } },
  plugins: takesPackages ? [refuseWhatIsNotPlain] : [],
  output: {
    dir: 'dist',
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: takesPackages,
    keepNames: true,
    cleanDir: true,
    ...(takesPackages && plain),
  },
};
