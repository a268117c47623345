import { adminLogin } from '@lectern/contracts/identity/http';
import { beginPasskeyLogin, passkeyLogin } from '@lectern/contracts/identity/passkey-http';
import { call, type BodyOf } from '../../../lib/api-client.ts';
import { showPasskey } from '../../../lib/passkey.ts';

export const logInAdmin = (body: BodyOf<typeof adminLogin>) => call(adminLogin, { body });

/** Requests a passkey from the browser and signs in with it. */
export const logInByPasskey = async () => {
  const credential = await showPasskey(await call(beginPasskeyLogin, {}));
  return call(passkeyLogin, { body: { credential } });
};
