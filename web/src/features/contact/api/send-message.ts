import { sendContactMessage } from '@lectern/contracts/messaging/http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAsVisitorOrMember } from '../../../lib/call-member.ts';
import { complaintAbout } from '../../../lib/form-complaint.ts';

export type Message = BodyOf<typeof sendContactMessage>;

/** The titles are the specification's (section 5, "Contact"). */
export const checkMessage = (message: Message) =>
  complaintAbout(
    sendContactMessage,
    message,
    { email: 'Invalid email', message: 'Message too short' },
    'Error sending message',
  );

/** Sends a message to the association, with the token of a signed-in member. A retry with the same `idempotencyKey` sends no second one. */
export const sendMessage = (body: Message, idempotencyKey: string) =>
  callAsVisitorOrMember(sendContactMessage, { body, idempotencyKey });
