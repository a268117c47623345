import { confirmSubscriberAddress } from '@lectern/contracts/messaging/subscriber-address-http';
import { type BodyOf, call } from '../../../lib/api-client.ts';

export type SubscriberLink = BodyOf<typeof confirmSubscriberAddress>;

export const confirmSubscriber = (body: SubscriberLink) => call(confirmSubscriberAddress, { body });
