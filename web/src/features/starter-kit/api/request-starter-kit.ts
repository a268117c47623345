import { requestStarterKit, starterKitForm } from '@lectern/contracts/messaging/http';
import { call } from '../../../lib/api-client.ts';
import { messageOn } from '../../../lib/form-complaint.ts';

export const checkEmail = (email: string) => messageOn(starterKitForm.shape.email, email);

/** Requests the email with the starter kit. A retry with the same `idempotencyKey` sends no second one. */
export const sendStarterKit = (email: string, idempotencyKey: string) =>
  call(requestStarterKit, { body: { email }, idempotencyKey });
