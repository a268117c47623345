import type { DocsOf } from '../route-docs/route-docs.ts';
import { CODE, MARCH_1, PASSWORD, TOKEN } from '../route-docs/samples.ts';
import type * as http from './second-factor-http.ts';

const byBoth = { currentPassword: PASSWORD, code: CODE };
const recoveryCodes = ['k7qd-2mxf', 'v3ra-9tzh'];

export const secondFactorDocs = {
  getSecondFactor: {
    summary: 'Says whether the second factor of the signed-in administrator is on.',
    response: { enabledAt: MARCH_1, recoveryCodesLeft: 10 },
  },
  startSecondFactor: {
    summary: 'Creates the secret for an authenticator app.',
    description: 'Turn the second factor on with a code of this secret within fifteen minutes.',
    errors: ['second_factor_on'],
    body: { currentPassword: PASSWORD },
    response: {
      secret: 'JBSWY3DPEHPK3PXP',
      address: 'otpauth://totp/Lectern:admin%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Lectern',
    },
  },
  turnOnSecondFactor: {
    summary: 'Turns the second factor on with a code of the new secret.',
    description: 'Ends every other session. The recovery codes are shown only in this answer.',
    errors: ['code_wrong', 'second_factor_on', 'second_factor_not_started'],
    body: { code: CODE },
    response: {
      token: TOKEN,
      recoveryCodes,
      message: 'From now on, logging in asks for a code as well. You were logged out everywhere else.',
    },
  },
  turnOffSecondFactor: {
    summary: 'Turns the second factor off.',
    description: 'Requires the password and a code. Ends every other session.',
    errors: ['code_wrong', 'second_factor_off'],
    body: byBoth,
    response: {
      token: TOKEN,
      message: 'You log in with your password only from now on. You were logged out everywhere else.',
    },
  },
  renewRecoveryCodes: {
    summary: 'Replaces the recovery codes.',
    description: 'Requires the password and a code. The former codes stop working.',
    errors: ['code_wrong', 'second_factor_off'],
    body: byBoth,
    response: { recoveryCodes, message: 'Your earlier recovery codes no longer work.' },
  },
} satisfies DocsOf<typeof http>;
