import type { RecipientStatus } from '@lectern/contracts/messaging/campaign-model';
import type { Tone } from '../ui/badge.tsx';

export interface EmailState {
  readonly label: string;
  readonly tone: Tone;
  readonly meaning: string;
}

/** How an email to one address stands, in the words of every page that shows it. */
export const EMAIL_STATES: Readonly<Record<RecipientStatus, EmailState>> = {
  pending: { label: 'Waiting', tone: 'plain', meaning: 'It is not sent yet.' },
  sending: {
    label: 'Being sent',
    tone: 'wait',
    meaning: 'It is on its way to the email provider, which has not answered yet.',
  },
  sent: { label: 'Sent', tone: 'ok', meaning: 'The email provider accepted it.' },
  delivered: { label: 'Delivered', tone: 'ok', meaning: 'The recipient’s mailbox accepted it.' },
  bounced: {
    label: 'Bounced',
    tone: 'stop',
    meaning: 'The recipient’s mailbox refused it, for example because it no longer exists.',
  },
  failed: {
    label: 'Not accepted',
    tone: 'stop',
    meaning: 'The email provider refused it, so the recipient did not get it.',
  },
  skipped: {
    label: 'Left out',
    tone: 'plain',
    meaning:
      'It was not sent: in the meantime the recipient unsubscribed, an email to them bounced or was marked as spam, or it was cancelled.',
  },
  uncertain: {
    label: 'Not confirmed',
    tone: 'wait',
    meaning: 'The email provider never answered. The recipient may have it or not. It is not resent by itself.',
  },
};
