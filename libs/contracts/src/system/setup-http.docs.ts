import type { DocsOf } from '../route-docs/route-docs.ts';
import { ADMIN_EMAIL, PASSWORD } from '../route-docs/samples.ts';
import type * as http from './setup-http.ts';

const code = '4k7p-9x2m-c3wq-h8ta';

export const setupDocs = {
  checkSetupCode: {
    summary: 'Checks the code of the setup of a new installation.',
    description:
      'The code is in the log of identity, and `operate setup-code` makes another one. Changes nothing. Once an administrator exists, this answers `route_unknown`.',
    errors: ['code_wrong', 'route_unknown'],
    body: { code },
    response: { message: 'The setup code is right.' },
  },
  finishSetup: {
    summary: 'Sets up a new installation and makes its first administrator.',
    description:
      'Requires the setup code. Where something fails, the setup stays open and the request can be repeated. Once an administrator exists, this answers `route_unknown`.',
    errors: ['code_wrong', 'password_common', 'setup_under_way', 'route_unknown', 'service_unavailable'],
    body: {
      setupId: '5f2c8e1a9b7d4063c1f8a2e6d97b3045',
      code,
      name: 'Harbor',
      fullName: 'Harbor Debate & Speech',
      founded: '2024',
      supportEmail: 'help@harbor.example',
      timeZone: 'America/New_York',
      color: '#b3372b',
      secondColor: '#1e5f74',
      yourName: 'Sample Administrator',
      email: ADMIN_EMAIL,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      startWith: 'empty',
    },
    response: { message: `The setup is done. Log in with ${ADMIN_EMAIL}.` },
  },
} satisfies DocsOf<typeof http>;
