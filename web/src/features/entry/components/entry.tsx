import { formatCents } from '@lectern/contracts/money';
import type { OwnEntry } from '@lectern/contracts/registrations/own-entry-model';
import { refundWords } from '@lectern/contracts/registrations/refund-policy';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import summary from '../../../components/checkout/summary.module.css';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { SkeletonWords } from '../../../components/ui/skeleton.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { cx } from '../../../lib/cx.ts';
import { formatDateTime, humanize } from '../../../lib/format.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { ownEntryQuery } from '../api/own-entry.ts';
import { refundSentence } from '../refund-sentence.ts';
import styles from './entry.module.css';
import { WithdrawEntry } from './withdraw-entry.tsx';

const STATES: Readonly<Record<OwnEntry['state'], string>> = {
  paid: 'You have a place',
  unpaid: 'To be paid',
  waiting: 'On the waitlist',
  released: 'Not paid in time, so its place is no longer held',
  withdrawn: 'Withdrawn',
  ended: 'Ended',
};

const stateWords = ({ state, position, ruleBroken }: OwnEntry): string =>
  state === 'waiting' && position !== null && ruleBroken === null
    ? `${STATES.waiting}, place ${position}`
    : STATES[state];

/** The page of a tournament entry, behind the links of its emails: its details, and the way to withdraw. */
export const Entry = () => {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const token = isHydrated ? (params.get('token')?.trim() ?? '') : '';
  const { data, error, isFetching, refetch } = useQuery({ ...ownEntryQuery(token), enabled: token !== '' });
  if (isHydrated && token === '') return <Unknown />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <Unknown message={messageOr(error, '')} />;
  const here = data && readersInstant(data.beginsAt, data.timezone);
  // Until the server says otherwise, the reader's own clock decides which steps are over.
  const refunds = data === undefined ? null : refundWords(data.refundSteps ?? [], data.timezone, new Date());
  return (
    <div className={styles['entry']}>
      <PageHeader title="Your entry" lead="This page is yours alone: please keep its address to yourself." />
      <section
        className={cx(summary['sheet'], styles['sheet'])}
        aria-label="Entry details"
        aria-busy={data === undefined && error === null}
      >
        <dl className={summary['lines']}>
          <Line name="Tournament">{data?.title}</Line>
          <Line name="Begins">{data && formatDateTime(data.beginsAt, data.timezone)}</Line>
          {here != null && <Line name="Where you are">{here}</Line>}
          <Line name="Name">{data && `${data.firstName} ${data.lastName}`}</Line>
          <Line name="Division">{data && humanize(data.division)}</Line>
          <Line name="Competitions">{data?.competitions.join(', ')}</Line>
          <Line name="Entry">{data && stateWords(data)}</Line>
          {data !== undefined && data.paid > 0 && <Line name="Paid">{formatCents(data.paid)}</Line>}
          {data !== undefined && data.refunded > 0 && <Line name="Refunded">{formatCents(data.refunded)}</Line>}
          {data?.withdrawal != null && data.paid > 0 && (
            <Line name="Refund if you withdraw now">{formatCents(data.withdrawal.refund)}</Line>
          )}
          {data?.withdrawal != null && refunds !== null && <Line name="By date">{refunds}</Line>}
        </dl>
        {data?.ruleBroken != null && (
          <Notice tone="wait">
            <p>
              {data.state === 'waiting'
                ? `This entry does not fit the rules of the tournament any more, so places go to others: ${data.ruleBroken}`
                : `This entry does not fit the present rules of the tournament: ${data.ruleBroken}`}
            </p>
          </Notice>
        )}
        {data?.withdrawn != null && (
          <Notice role="status">
            <p>
              You withdrew this entry on {formatDateTime(data.withdrawn.at, data.timezone)}.{' '}
              {refundSentence(data, data.withdrawn, true)}
            </p>
            <LinkButton to={pathTo('tournaments')} size="small">
              See Tournaments
            </LinkButton>
          </Notice>
        )}
        {data?.withdrawal != null && <WithdrawEntry token={token} entry={data} withdrawal={data.withdrawal} />}
        {data !== undefined && data.withdrawal === null && data.withdrawn === null && (
          <p className={summary['small']}>
            {data.state === 'ended'
              ? 'This entry has ended.'
              : 'The tournament has begun, so this entry cannot be withdrawn any more.'}
          </p>
        )}
        {error !== null && data === undefined && (
          <Notice tone="stop" role="alert">
            <p>{messageOr(error, 'The connection failed.')}</p>
            <Button size="small" busy={isFetching} busyLabel="Trying again..." onClick={() => void refetch()}>
              Try again
            </Button>
          </Notice>
        )}
      </section>
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
    </div>
  );
};

const Line = ({ name, children }: { name: string; children: string | undefined }) => (
  <div className={summary['line']}>
    <dt>{name}</dt>
    <dd>{children ?? <SkeletonWords label={`Loading: ${name}`} />}</dd>
  </div>
);

const Unknown = ({ message = '' }: { message?: string }) => (
  <Outcome
    mark="stopped"
    title="This link does not work"
    lead={message === '' ? 'It is not complete. Open it from our email again.' : message}
    actions={<ContactSupport />}
  />
);
