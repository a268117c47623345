import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// Allowed imports between projects (docs/architecture.md, "Parts"). A test plants a violation of each rule.
const boundaries = [
  { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:service-kit', onlyDependOnLibsWithTags: ['type:contracts', 'type:service-kit'] },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: ['type:contracts', 'type:service-kit'] },
  { sourceTag: 'type:operator', onlyDependOnLibsWithTags: ['type:contracts', 'type:service-kit'] },
  { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:sandbox', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:test-kit', onlyDependOnLibsWithTags: ['type:contracts', 'type:tools'] },
  { sourceTag: 'type:tools', onlyDependOnLibsWithTags: ['type:contracts', 'type:tools'] },
  {
    sourceTag: 'type:bench',
    onlyDependOnLibsWithTags: ['type:contracts', 'type:service-kit', 'type:test-kit', 'type:tools'],
  },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:contracts', 'type:test-kit', 'type:tools'] },
];
const TESTS = [
  '**/*.spec.ts',
  '**/*.spec.tsx',
  '**/*.int-spec.ts',
  'libs/test-kit/**/*.ts',
  'e2e/**/*.ts',
  '**/testing/**/*.ts',
];
const testBoundaries = boundaries.map((rule) =>
  ['type:service', 'type:operator', 'type:service-kit', 'type:tools', 'type:e2e', 'type:sandbox'].includes(
    rule.sourceTag,
  )
    ? {
        ...rule,
        onlyDependOnLibsWithTags: [...rule.onlyDependOnLibsWithTags, 'type:test-kit', 'type:sandbox', 'type:tools'],
      }
    : rule,
);

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-server/**',
      '**/.data/**',
      '**/.nx/**',
      '**/coverage/**',
      '**/test-results/**',
      '**/playwright-report/**',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx, 'react-hooks': reactHooks },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { allow: [], depConstraints: boundaries }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/require-await': 'off',
      // Named functions are arrow functions, methods aside; Prettier (.prettierrc) decides all layout.
      'func-style': ['error', 'expression'],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only a configuration class reads the environment.' },
        { object: 'URL', property: 'canParse', message: 'Use urlOf of the contracts: Node 20 answers wrongly.' },
      ],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    rules: { ...reactHooks.configs.recommended.rules },
  },
  {
    files: TESTS,
    rules: {
      '@nx/enforce-module-boundaries': ['error', { allow: [], depConstraints: testBoundaries }],
      // Vitest's matchers, such as `expect.any`, have the type `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    // The entry points hand the environment to their configuration; tools and tests are not services.
    files: [
      '**/main.ts',
      '**/worker.ts',
      '**/migrate.ts',
      '**/*.config.ts',
      'tools/**',
      'e2e/**',
      'libs/test-kit/**',
      ...TESTS,
    ],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
  { files: ['**/*.mjs', '**/*.js'], ...tseslint.configs.disableTypeChecked },
  { files: ['**/*.mjs'], rules: { 'no-restricted-properties': 'off', 'no-console': 'off' } },
);
