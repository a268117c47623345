import { refundWords } from '@lectern/contracts/registrations/refund-policy';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import summary from '../../../components/checkout/summary.module.css';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { OutIcon } from '../../../components/ui/action-icons.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ExternalLinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { SkeletonWords } from '../../../components/ui/skeleton.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { cx } from '../../../lib/cx.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { eventAccessQuery } from '../api/open-event-access.ts';
import styles from './event-access.module.css';

/** The page of an event for a person with a paid place, behind the links in its emails: when it begins, and the link to its meeting. */
export const EventAccess = () => {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const token = isHydrated ? (params.get('token')?.trim() ?? '') : '';
  const { data, error, isFetching, refetch } = useQuery({ ...eventAccessQuery(token), enabled: token !== '' });
  if (isHydrated && token === '') return <Unknown />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <Unknown message={messageOr(error, '')} />;
  const here = data && readersInstant(data.beginsAt, data.timezone);
  const refunds = data === undefined ? null : refundWords(data.refundSteps ?? [], data.timezone, new Date());
  return (
    <div className={styles['access']}>
      <PageHeader
        title="Your event"
        lead="Your place is ready. This page is yours alone: please keep its address and the link to yourself."
      />
      <section
        className={cx(summary['sheet'], styles['sheet'])}
        aria-label="Event details"
        aria-busy={data === undefined && error === null}
      >
        <dl className={summary['lines']}>
          <Line name="Event">{data?.title}</Line>
          <Line name="Begins">{data && formatDateTime(data.beginsAt, data.timezone)}</Line>
          {here != null && <Line name="Where you are">{here}</Line>}
          <Line name="Ends">{data && formatDateTime(data.endsAt, data.timezone)}</Line>
          <Line name="Where">{data?.location}</Line>
          {refunds !== null && <Line name="Refund if you withdraw">{refunds}</Line>}
        </dl>
        {data === undefined ? null : data.zoomLink === null ? (
          <Notice tone="wait" role="status">
            <p>
              {data.opensAt !== null
                ? `The link to the meeting is here from ${formatDateTime(data.opensAt, data.timezone)}, a day before the event begins.`
                : 'The link to the meeting is not known yet. It is here as soon as it is, and we email it to you.'}
            </p>
          </Notice>
        ) : (
          <ExternalLinkButton variant="primary" size="large" wide href={data.zoomLink}>
            Join the meeting
            <OutIcon />
          </ExternalLinkButton>
        )}
        {error !== null && data === undefined && (
          <Notice tone="stop" role="alert">
            <p>{messageOr(error, 'The connection failed.')}</p>
            <Button size="small" busy={isFetching} busyLabel="Trying again..." onClick={() => void refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {data?.entryToken === undefined ? (
          <p className={summary['small']}>If you cannot come, please reply to one of our emails about the event.</p>
        ) : (
          <p className={summary['small']}>
            If you cannot come, please{' '}
            <Link to={`${pathTo('entry')}?${new URLSearchParams({ token: data.entryToken })}`}>
              withdraw your entry
            </Link>
            , so that somebody else gets the place.
          </p>
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
