import type { NewPasskey, PasskeyCreation, PasskeyRequest, ShownPasskey } from '@lectern/contracts/identity/passkey';

/*
 * The browser's passkeys (https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON). It shows its own window, and throws a
 * DOMException where the person closes it or nothing fits.
 */

/** Whether this browser has passkeys, and speaks of them in JSON as the server does. */
export const hasPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

/** Has the browser make a passkey. */
export const makePasskey = async (options: PasskeyCreation): Promise<NewPasskey> => {
  const made = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  const { id, response } = (made as PublicKeyCredential).toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, response: { clientDataJSON, attestationObject, transports } };
};

/** Has the person choose one of the passkeys that they have for this site. */
export const showPasskey = async (options: PasskeyRequest): Promise<ShownPasskey> => {
  const shown = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
  });
  const { id, response } = (shown as PublicKeyCredential).toJSON() as AuthenticationResponseJSON;
  // One that is asked for without a name says whose it is.
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
};
