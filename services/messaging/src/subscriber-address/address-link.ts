import type { RpcInput } from '@lectern/contracts/rpc';
import type { confirmSubscriberAddress } from '@lectern/contracts/messaging/subscriber-address-rpc';
import { emailKey } from '@lectern/contracts/fields';
import { isSignature, sign } from '@lectern/service-kit/signature/signature';

/** A subscriber's move to another address, as its link proves it. `formerKey` is in no link: the mailbox may be another person's. */
export interface AddressMove extends Omit<RpcInput<typeof confirmSubscriberAddress>, 'key'> {
  /** The address that the subscriber has until then, for comparison. */
  readonly formerKey: string;
}

const said = ({ subscriberId, formerKey, email, until }: AddressMove): string =>
  `newsletter-address:${subscriberId}:${formerKey}:${emailKey(email)}:${until}`;

export const addressKey = (secret: string, move: AddressMove): string => sign(secret, said(move));

export const isAddressKey = (secrets: readonly string[], move: AddressMove, key: string): boolean =>
  isSignature(secrets, said(move), key);
