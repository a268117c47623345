import { unsubscribe } from '@lectern/contracts/messaging/http';
import { call } from '../../../lib/api-client.ts';

/** Unsubscribes the address in an email's link from all lists. Idempotent. */
export const endEmails = (link: { email: string; key: string }) => call(unsubscribe, { body: link });
