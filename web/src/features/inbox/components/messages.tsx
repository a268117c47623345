import type { Conversation, ConversationMessage } from '@lectern/contracts/messaging/conversation';
import { useState } from 'react';
import { EMAIL_STATES } from '../../../components/console/email-states.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { cx } from '../../../lib/cx.ts';
import { formatDateTime } from '../../../lib/format.ts';
import styles from './inbox.module.css';

type Delivery = NonNullable<ConversationMessage['delivery']>;

const Delivery = ({ delivery: { status, reason } }: { delivery: Delivery }) => {
  const { tone, label, meaning } = EMAIL_STATES[status];
  return (
    <p className={styles['delivery']}>
      <Badge tone={tone}>{label}</Badge>
      {!['pending', 'sending', 'sent', 'delivered'].includes(status) && (
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
