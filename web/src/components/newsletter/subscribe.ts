import { newsletterForm, subscribeToNewsletter } from '@lectern/contracts/messaging/http';
import { call, type BodyOf } from '../../lib/api-client.ts';
import { messageOn } from '../../lib/form-complaint.ts';

export const checkEmail = (email: string) => messageOn(newsletterForm.shape.email, email);

/** Subscribes an address. A repeated sign-up changes nothing. */
export const subscribe = (body: BodyOf<typeof subscribeToNewsletter>) => call(subscribeToNewsletter, { body });
