import type { NewPasskey, PasskeyCreation, PasskeyRequest, ShownPasskey } from '@lectern/contracts/identity/passkey';

/*
 * The browser's passkeys (https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON). The browser shows its own dialog, and
 * throws a DOMException when the person closes it or no passkey matches.
 */

/** Whether this browser supports passkeys, and their JSON form that the server uses. */
export const hasPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

/** Creates a passkey in the browser. */
export const makePasskey = async (options: PasskeyCreation): Promise<NewPasskey> => {
  const made = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  const { id, response } = (made as PublicKeyCredential).toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, response: { clientDataJSON, attestationObject, transports } };
};

/** Asks the person to choose one of their passkeys for this site. */
export const showPasskey = async (options: PasskeyRequest): Promise<ShownPasskey> => {
  const shown = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
  });
  const { id, response } = (shown as PublicKeyCredential).toJSON() as AuthenticationResponseJSON;
  // A passkey that is requested without an account names its owner.
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
};
