// Everything but the browser journeys. Specs (`*.spec.ts`) touch nothing outside their process;
// integration specs (`*.int-spec.ts`) use the real Postgres and Redis that the global set-up brings.
const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic' },
      },
      target: 'es2023',
      keepClassNames: true,
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': swc },
  modulePathIgnorePatterns: ['/dist/', '/\\.data/', '/\\.nx/'],
  injectGlobals: false,
  restoreMocks: true,
};

const servers = {
  globalSetup: '<rootDir>/libs/test-kit/src/jest-global-setup.ts',
  globalTeardown: '<rootDir>/libs/test-kit/src/jest-global-teardown.ts',
};
/** The folder of what takes too long for `npm test`; `npm run chaos` runs it. */
const LONG = '/chaos/long/';

export default {
  // The limit is long, so that no test fails because the machine is busy; a test that hangs is noticed late.
  testTimeout: 300_000,
  // A worker keeps the modules of every file that it ran. Beyond this limit, garbage collection takes minutes and connections time out.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['**/*.int-spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', LONG],
      ...servers,
    },
    {
      ...shared,
      displayName: 'chaos',
      testMatch: [`**${LONG}*.int-spec.ts`],
      ...servers,
    },
  ],
};
