import { MISSING, PROMPTS } from '@lectern/contracts/prompts';
import { EMAIL_MESSAGE, isPlausibleEmail } from '../../lib/form-email.ts';
import type { ToastMessage } from '../../lib/toast-store.ts';

export interface Message {
  name: string;
  email: string;
  message: string;
}

export const EMPTY_MESSAGE: Message = { name: '', email: '', message: '' };

/** Minimum length of a message in characters (specification, section 9, "Limits"). */
const MESSAGE_MIN = 10;

export interface Complaint {
  /** The field to correct first. */
  readonly field: keyof Message;
  /** The error under each invalid field. It names that field. */
  readonly fields: Partial<Record<keyof Message, string>>;
  readonly toast: ToastMessage;
}

const FIELDS = ['name', 'email', 'message'] as const;

/** The errors of a message, in the order and the words of the specification (section 5, "Contact"); null when it is valid. */
export const checkMessage = (message: Message): Complaint | null => {
  const empty = FIELDS.filter((field) => message[field].trim() === '');
  const [first] = empty;
  if (first !== undefined)
    return {
      field: first,
      fields: Object.fromEntries(empty.map((field) => [field, PROMPTS[field]])),
      toast: { title: 'Missing information', description: MISSING.contact, variant: 'destructive' },
    };
  if (!isPlausibleEmail(message.email))
    return {
      field: 'email',
      fields: { email: EMAIL_MESSAGE },
      toast: { title: 'Invalid email', description: EMAIL_MESSAGE, variant: 'destructive' },
    };
  if (message.message.trim().length < MESSAGE_MIN) {
    const description = 'Please provide a more detailed message.';
    return {
      field: 'message',
      fields: { message: description },
      toast: { title: 'Message too short', description, variant: 'destructive' },
    };
  }
  return null;
};
