import type { Conversation } from '@lectern/contracts/messaging/conversation';
import type { ReactNode } from 'react';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import styles from './inbox.module.css';

const PROBLEMS = {
  bounced: 'This mailbox refused an email of ours before, so a reply may not arrive.',
  complained: 'The reader of this mailbox marked an email of ours as spam, so a reply may not arrive.',
} as const;

/** The account behind the address, and how we know that its holder wrote: visitors can type any address into the form. */
const accountInWords = ({ accountName, senderProof, isPriority }: Conversation): string => {
  if (accountName === null)
    return 'No account has verified this address. Anybody can type it into the form, so send nothing confidential.';
  if (senderProof === null)
    return `Written in the name of ${accountName}, whose account has this address. Anybody can type it into the form, so change nothing before they answer by email.`;
  const account = `Verified account of ${accountName}${isPriority ? ', an annual member with priority email support' : ''}.`;
  return senderProof === 'signed_in'
    ? account
    : `${account} They answered from this address; anybody may have typed the first message.`;
};

/** The person, and the form that they used. */
export const Sender = ({ conversation, aside }: { conversation: Conversation; aside: ReactNode }) => {
  const { kind, name, typedName, email, session, mailboxProblem } = conversation;
  return (
    <section className={styles['card']} aria-label="Person">
      <div className={styles['names']}>
        <h2>{name === '' ? email : name}</h2>
        <p>
          <PersonLink email={email} />
        </p>
        <p className={styles['small']}>
          {kind === 'contact' ? 'Wrote with the form of the contact page. ' : 'Requested office hours. '}
          {accountInWords(conversation)}
          {typedName != null && typedName !== '' && ` They typed the name “${typedName}”.`}
        </p>
        {session !== null && (
          <p className={styles['small']}>
            Session: {formatDateTime(session.startsAt)}
            {session.isCancelled && ', cancelled by the member'}
          </p>
        )}
      </div>
      {aside}
      {mailboxProblem !== null && (
        <div className={styles['whole']}>
          <Notice tone="wait">{PROBLEMS[mailboxProblem]}</Notice>
        </div>
      )}
    </section>
  );
};
