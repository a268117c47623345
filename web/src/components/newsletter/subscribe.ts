import { subscribeToNewsletter } from '@lectern/contracts/messaging/http';
import { call, type BodyOf } from '../../lib/api-client.ts';

/** Subscribes an address. A repeated sign-up changes nothing. */
export const subscribe = (body: BodyOf<typeof subscribeToNewsletter>) => call(subscribeToNewsletter, { body });
