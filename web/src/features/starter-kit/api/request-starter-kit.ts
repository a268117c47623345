import { requestStarterKit } from '@lectern/contracts/messaging/http';
import { call } from '../../../lib/api-client.ts';

/** Requests the email with the starter kit. A retry with the same `idempotencyKey` sends no second one. */
export const sendStarterKit = (email: string, idempotencyKey: string) =>
  call(requestStarterKit, { body: { email }, idempotencyKey });
