import { createPublicKey, type KeyObject } from 'node:crypto';

/** Reads SendGrid's verification key: base64 of the DER, as its pages show it, or PEM. Null when it is no P-256 key. */
export const readVerificationKey = (text: string): KeyObject | null => {
  try {
    const pem = text.replaceAll('\\n', '\n');
    const key = pem.includes('BEGIN')
      ? createPublicKey(pem)
      : createPublicKey({ key: Buffer.from(pem, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
};
