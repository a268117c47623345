import type { Conversation, ConversationMessage } from '@lectern/contracts/messaging/conversation';
import { cx } from '../../../lib/cx.ts';
import { formatDateTime } from '../../../lib/format.ts';
import styles from './inbox.module.css';

const Message = ({ message, sender }: { message: ConversationMessage; sender: string }) => {
  const { from, by, at, text, quoted, otherEmail } = message;
  return (
    <li className={cx(styles['message'], from === 'staff' && styles['staff'])}>
      <p className={styles['by']}>
        <strong>{from === 'person' ? sender : (by?.name ?? 'A former administrator')}</strong>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {otherEmail !== null && <p className={styles['small']}>Sent from {otherEmail}, another address.</p>}
      <p className={styles['text']}>{text}</p>
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
