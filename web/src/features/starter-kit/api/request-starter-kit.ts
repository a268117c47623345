import { requestStarterKit } from '@lectern/contracts/messaging/http';
import { call } from '../../../lib/api-client.ts';

/** Asks for the email with the starter kit. The same `idempotencyKey` again sends no second one. */
export const sendStarterKit = (email: string, idempotencyKey: string) =>
  call(requestStarterKit, { body: { email }, idempotencyKey });
