import type { RpcInput } from '@lectern/contracts/rpc';
import type { confirmSubscriberAddress } from '@lectern/contracts/messaging/subscriber-address-rpc';
import { emailKey } from '@lectern/contracts/fields';
import { isSignature, sign } from '@lectern/service-kit/signature/signature';

/** A subscriber's move to another address, as its link proves it. */
export type AddressMove = Omit<RpcInput<typeof confirmSubscriberAddress>, 'key'>;

const said = ({ subscriberId, email, until }: AddressMove): string =>
  `newsletter-address:${subscriberId}:${emailKey(email)}:${until}`;

export const addressKey = (secret: string, move: AddressMove): string => sign(secret, said(move));

export const isAddressKey = (secrets: readonly string[], move: AddressMove, key: string): boolean =>
  isSignature(secrets, said(move), key);
