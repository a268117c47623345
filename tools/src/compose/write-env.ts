// `npm run compose:env`: writes a .env with which the composed system runs on the sandbox. Never over one that is there.
import { writeFileSync } from 'node:fs';
import { errorCode } from '../error-code.ts';
import { environmentFile, trialEnvironment } from './trial-environment.ts';

const variables = trialEnvironment({ site: 8080, sandbox: 8081 });
try {
  writeFileSync('.env', environmentFile(variables), { mode: 0o600, flag: 'wx' });
  console.log(`Wrote .env for trying, with the sandbox in place of the providers.

  docker compose -f docker-compose.yml -f docker-compose.sandbox.yml up -d --build --wait

The site:           ${variables['PUBLIC_URL']}
The sandbox:        http://localhost:${variables['SANDBOX_PORT']} (/mail, /stripe)
The administrator:  ${variables['ADMIN_EMAIL']}, ${variables['ADMIN_PASSWORD']}`);
} catch (error) {
  if (errorCode(error) !== 'EEXIST') throw error;
  console.error('There is a .env already. Move it away first.');
  process.exitCode = 1;
}
