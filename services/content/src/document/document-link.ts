import type { DocumentAccess } from '@lectern/contracts/content/editorial';
import type { DocumentLink, MemberStatus } from '@lectern/contracts/content/rpc';
import type { ErrorCode } from '@lectern/contracts/errors';
import { isSignature, sign } from '@lectern/service-kit/signature/signature';

/** Validity of a link to a members' document, in seconds: enough for a slow connection to begin, too short to share. */
export const LINK_SECONDS = 300;
const SECOND_MS = 1_000;

const said = (key: string, expires: number): string => `document:${expires}:${key}`;

/** A link to the document, valid for {@link LINK_SECONDS} from `now`. */
export const linkTo = (secret: string, key: string, now: Date): DocumentLink => {
  const expires = Math.floor(now.getTime() / SECOND_MS) + LINK_SECONDS;
  return { expires, signature: sign(secret, said(key, expires)) };
};

/** Whether the link was issued for this document and is still valid at `now`. */
export const isValidLink = (
  secrets: readonly string[],
  key: string,
  { expires, signature }: DocumentLink,
  now: Date,
): boolean => expires * SECOND_MS > now.getTime() && isSignature(secrets, said(key, expires), signature);

/** The reason why a member gets no link; undefined when they get one. */
export const refusalOfMember = (access: DocumentAccess, reader: MemberStatus): ErrorCode | undefined =>
  access === 'members' && reader !== 'active_member' ? 'membership_required' : undefined;
