import { unsubscribe } from '@lectern/contracts/messaging/http';
import { call } from '../../../lib/api-client.ts';

/** Ends list mail to the address of an email's link. Idempotent. */
export const endEmails = (link: { email: string; key: string }) => call(unsubscribe, { body: link });
