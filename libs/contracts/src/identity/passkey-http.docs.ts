import type { DocsOf } from '../route-docs/route-docs.ts';
import { ADMIN_EMAIL, CODE, ID, MARCH_1, PASSWORD, TOKEN } from '../route-docs/samples.ts';
import type * as http from './passkey-http.ts';

const byBoth = { currentPassword: PASSWORD, code: CODE };
const passkey = { id: ID, name: 'Laptop', createdAt: MARCH_1, lastUsedAt: null };
const challenge = 'c2FtcGxlLWNoYWxsZW5nZQ';
const credentialId = 'c2FtcGxlLXBhc3NrZXk';
const bytes = 'c2FtcGxlLWJ5dGVz';
const wait = { timeout: 300_000 };

export const passkeyDocs = {
  listPasskeys: {
    summary: 'Lists the passkeys of the signed-in administrator, oldest first.',
    response: { items: [passkey] },
  },
  beginPasskey: {
    summary: 'Begins to add a passkey and answers the options for the browser.',
    description:
      'Requires the password and a code. Finish it within five minutes in this session. The options have the form of `PublicKeyCredential.parseCreationOptionsFromJSON`.',
    errors: ['code_wrong', 'second_factor_off'],
    body: byBoth,
    response: {
      challenge,
      rp: { id: 'example.org', name: 'Lectern' },
      user: { id: bytes, name: ADMIN_EMAIL, displayName: 'Sample Administrator' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      ...wait,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
  },
  addPasskey: {
    summary: 'Stores the passkey that the browser created.',
    errors: ['passkey_not_made', 'second_factor_off'],
    body: {
      name: passkey.name,
      credential: { id: credentialId, response: { clientDataJSON: bytes, attestationObject: bytes } },
    },
    response: { message: 'You can log in with it from now on, without your password and a code.', passkey },
  },
  removePasskey: {
    summary: 'Removes a passkey of the signed-in administrator.',
    description: 'Requires the password and a code.',
    errors: ['code_wrong', 'second_factor_off'],
    params: { id: ID },
    body: byBoth,
    response: { message: 'It can no longer be used to log in.' },
  },
  beginPasskeyLogin: {
    summary: 'Begins a sign-in by passkey and answers the options for the browser.',
    response: { challenge, rpId: 'example.org', ...wait, userVerification: 'required' },
  },
  passkeyLogin: {
    summary: 'Signs an administrator in with a passkey and answers a bearer token.',
    errors: ['passkey_refused'],
    body: {
      credential: {
        id: credentialId,
        response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes },
      },
    },
    response: {
      token: TOKEN,
      admin: { id: ID, email: ADMIN_EMAIL, name: 'Sample Administrator', role: 'owner' },
      message: 'Welcome back, Sample Administrator',
    },
  },
} satisfies DocsOf<typeof http>;
