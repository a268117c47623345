import { type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';

/** What our tokens say. One that says less or something else is none of ours, whoever signed it. */
export const payload = z.object({ sub: z.uuid(), jti: z.uuid(), sv: z.int(), exp: z.int() });

/** The key that signed a token, of those that may have; the first one where none did, which then refuses it. */
export const keyOf = ([first, ...others]: readonly KeyObject[], token: string): KeyObject | undefined => {
  if (others.length === 0) return first;
  const end = token.lastIndexOf('.');
  const [said, signature] = [Buffer.from(token.slice(0, end)), Buffer.from(token.slice(end + 1), 'base64url')];
  return others.find((key) => verify('sha256', said, { key, dsaEncoding: 'ieee-p1363' }, signature)) ?? first;
};
