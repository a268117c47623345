import { type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';

/** The claims of our tokens. A token without exactly these types is not ours, even with a valid signature. */
export const payload = z.object({ sub: z.uuid(), jti: z.uuid(), sv: z.int(), exp: z.int() });

/** The key, of those that are valid, that signed a token. The first one where none did; it then refuses the token. */
export const keyOf = ([first, ...others]: readonly KeyObject[], token: string): KeyObject | undefined => {
  if (others.length === 0) return first;
  const end = token.lastIndexOf('.');
  const [said, signature] = [Buffer.from(token.slice(0, end)), Buffer.from(token.slice(end + 1), 'base64url')];
  return others.find((key) => verify('sha256', said, { key, dsaEncoding: 'ieee-p1363' }, signature)) ?? first;
};
