import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/*
 * The rules for imports between projects only help if they refuse violations: each case is a forbidden import in the text of a file that the
 * linter checks and that does not exist, because others read the folder meanwhile.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

const from = (source: string, name: string): string => `export { ${name} } from '${source}';\n`;
const CODE_OF_IDENTITY = from('../../identity/src/user/referral-code.ts', 'newReferralCode');
const SERVICE_KIT = from('@lectern/service-kit/time/clock', 'Clock');

const REFUSED = {
  'a service imports another service': ['services/content/src/planted-a.ts', CODE_OF_IDENTITY],
  'a service imports the sandbox': [
    'services/content/src/planted-b.ts',
    from('@lectern/sandbox/sandbox', 'startSandbox'),
  ],
  'a service imports the test kit outside a test': [
    'services/content/src/planted-c.ts',
    from('@lectern/test-kit/test-redis', 'createTestRedis'),
  ],
  'the web application imports the service kit': ['web/src/planted-d.ts', SERVICE_KIT],
  'the contracts import the service kit': ['libs/contracts/src/planted-e.ts', SERVICE_KIT],
  'the service kit imports a service': [
    'libs/service-kit/src/planted-f.ts',
    from('../../../services/identity/src/user/referral-code.ts', 'newReferralCode'),
  ],
} as const;
const ALLOWED = [
  'services/content/src/planted-g.ts',
  SERVICE_KIT + from('@lectern/contracts/fields', 'emailKey'),
] as const;

const RULE = '@nx/enforce-module-boundaries';
/** Our configuration with this rule alone: the others need the types of five projects, which takes most of a minute. */
const CONFIG = `
import config from '${pathToFileURL(join(root, 'eslint.config.mjs')).href}';
export default config.map(({ rules, languageOptions, ...rest }) => ({
  ...rest,
  ...(languageOptions && { languageOptions: { ...languageOptions, parserOptions: {} } }),
  ...(rules && { rules: '${RULE}' in rules ? { '${RULE}': rules['${RULE}'] } : {} }),
}));`;

/** Prints what the linter says of each planted file. One run for all of them: it reads the whole project graph first. */
const LINT = `
import { ESLint } from '${pathToFileURL(join(root, 'node_modules/eslint/lib/api.js')).href}';
const [config, planted] = process.argv.slice(2);
const eslint = new ESLint({ overrideConfigFile: config });
const results = [];
for (const [filePath, text] of JSON.parse(planted)) results.push(...(await eslint.lintText(text, { filePath })));
console.log(JSON.stringify(results));`;

const planted = [...Object.values(REFUSED), ALLOWED].map(([file, text]) => [join(root, file), text]);
let folder: string;
let complaints: Map<string, string[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-eslint-'));
  const config = join(folder, 'eslint.config.mjs');
  const lint = join(folder, 'lint.mjs');
  await Promise.all([writeFile(config, CONFIG), writeFile(lint, LINT)]);
  const { stdout } = await run(process.execPath, [lint, config, JSON.stringify(planted)], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const results = JSON.parse(stdout) as { filePath: string; messages: { ruleId: string; message: string }[] }[];
  complaints = new Map(
    results.map(({ filePath, messages }) => [
      filePath,
      messages.filter(({ ruleId }) => ruleId === RULE).map(({ message }) => message),
    ]),
  );
});

afterAll(() => rm(folder, { recursive: true }));

describe('module boundaries', () => {
  it.each(Object.entries(REFUSED))('refuse that %s', (_what, [file]) => {
    expect(complaints.get(join(root, file))).toHaveLength(1);
  });

  it('let a service import the contracts and the service kit', () => {
    expect(complaints.get(join(root, ALLOWED[0]))).toEqual([]);
  });
});
