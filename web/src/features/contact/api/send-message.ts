import { sendContactMessage } from '@lectern/contracts/messaging/http';
import { call, type BodyOf } from '../../../lib/api-client.ts';

/** Sends a message to the association. A retry with the same `idempotencyKey` sends no second one. */
export const sendMessage = (body: BodyOf<typeof sendContactMessage>, idempotencyKey: string) =>
  call(sendContactMessage, { body, idempotencyKey });
