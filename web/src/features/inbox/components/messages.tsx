import type { Conversation, ConversationMessage } from '@lectern/contracts/messaging/conversation';
import { useState } from 'react';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { cx } from '../../../lib/cx.ts';
import { formatDateTime } from '../../../lib/format.ts';
import styles from './inbox.module.css';

type Delivery = NonNullable<ConversationMessage['delivery']>;

const DELIVERIES: Readonly<Record<Delivery['status'], { tone: Tone; label: string; meaning: string }>> = {
  pending: { tone: 'wait', label: 'Queued', meaning: 'The email is sent in a moment.' },
  sending: { tone: 'wait', label: 'Sending', meaning: 'The email provider has not answered yet.' },
  sent: { tone: 'ok', label: 'Sent', meaning: 'The email provider has the email.' },
  delivered: { tone: 'ok', label: 'Delivered', meaning: 'The mailbox has the email.' },
  bounced: {
    tone: 'stop',
    label: 'Bounced',
    meaning: 'The mailbox refused the email. Reach the person in another way.',
  },
  failed: { tone: 'stop', label: 'Failed', meaning: 'The email was not sent.' },
  skipped: { tone: 'stop', label: 'Not sent', meaning: 'The email was not sent.' },
  uncertain: {
    tone: 'stop',
    label: 'Uncertain',
    meaning: 'The email provider did not answer. The email may have arrived, and is not sent again by itself.',
  },
};

const Delivery = ({ delivery: { status, reason } }: { delivery: Delivery }) => {
  const { tone, label, meaning } = DELIVERIES[status];
  return (
    <p className={styles['delivery']}>
      <Badge tone={tone}>{label}</Badge>
      {tone === 'stop' && (
        <span className={styles['small']}>
          {meaning}
          {reason !== null && ` The reason: ${reason}`}
        </span>
      )}
    </p>
  );
};

/** Longer messages begin folded, so that the page of a conversation stays short. */
const SHOWN_CHARACTERS = 1_500;
const SHOWN_LINES = 25;

const Text = ({ text }: { text: string }) => {
  const [isWhole, setWhole] = useState(false);
  const beginning = text.split('\n', SHOWN_LINES).join('\n').slice(0, SHOWN_CHARACTERS);
  // Folding the last lines away would save nothing.
  const isLong = text.length - beginning.length > SHOWN_CHARACTERS / 5;
  return (
    <>
      <p className={styles['text']}>{isLong && !isWhole ? `${beginning.trimEnd()} …` : text}</p>
      {isLong && (
        <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show more'}
        </Button>
      )}
    </>
  );
};

const authorOf = ({ from, by, otherEmail, otherName }: ConversationMessage, sender: string): string => {
  if (from === 'staff') return by?.name ?? 'A former administrator';
  return otherEmail === '' ? 'Unknown sender' : (otherName ?? sender);
};

const Message = ({ message, sender }: { message: ConversationMessage; sender: string }) => {
  const { from, at, text, quoted, otherEmail, isUnconfirmed, delivery } = message;
  return (
    <li className={cx(styles['message'], from === 'staff' && styles['staff'])}>
      <p className={styles['by']}>
        <strong>{authorOf(message, sender)}</strong>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {otherEmail !== null && (
        <p className={styles['small']}>
          {otherEmail === ''
            ? 'The sender could not be read: it may be somebody else.'
            : `Sent from ${otherEmail}, another address.`}
        </p>
      )}
      {isUnconfirmed && otherEmail !== '' && (
        <p className={styles['small']}>
          Sender not confirmed: the email proves no sender (SPF, DKIM), so somebody else may have sent it.
        </p>
      )}
      <Text text={text} />
      {delivery !== null && <Delivery delivery={delivery} />}
      {quoted !== null && (
        <details className={styles['quoted']}>
          <summary>Quoted text</summary>
          <p className={styles['text']}>{quoted}</p>
        </details>
      )}
    </li>
  );
};

/** The messages, oldest first. */
export const Messages = ({ conversation: { name, email, messages } }: { conversation: Conversation }) => (
  <section aria-label="Messages">
    <ol className={styles['messages']}>
      {messages.map((message) => (
        <Message key={message.id} message={message} sender={name === '' ? email : name} />
      ))}
    </ol>
  </section>
);
