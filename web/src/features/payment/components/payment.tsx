import { formatCentsShort } from '@lectern/contracts/money';
import type { PricedPayment } from '@lectern/contracts/registrations/model';
import { refundWords } from '@lectern/contracts/registrations/refund-policy';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { openPayment } from '../../../components/payment/open-payment.ts';
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
import { formatLongDate } from '../../../lib/format.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { usePageRestored } from '../../../lib/use-page-restored.ts';
import summary from '../../../components/checkout/summary.module.css';
import { paymentQuery } from '../api/payment-link.ts';
import styles from './payment.module.css';

const AGAIN = { tournament: 'tournaments', bootcamp: 'bootcampRegistration' } as const;

/** The page behind payment links: the amount and its purpose. Nothing changes before the button is pressed, because mail scanners open links too. */
export const Payment = () => {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const token = params.get('token')?.trim() ?? '';
  if (isHydrated && token === '') return <Unknown />;
  return <Link token={isHydrated ? token : ''} />;
};

const Link = ({ token }: { token: string }) => {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({ ...paymentQuery(token), enabled: token !== '' });
  const payment = useMutation({
    mutationFn: () => openPayment(token),
    onSuccess: ({ url }) => window.location.assign(url),
    // It may have been paid, or closed, since the page was opened.
    onError: () => client.invalidateQueries({ queryKey: paymentQuery(token).queryKey }),
  });
  const { reset } = payment;
  usePageRestored(useCallback(() => reset(), [reset]));

  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <Unknown message={messageOr(error, '')} />;
  if (data?.state === 'paid') return <Paid payment={data} />;
  if (data?.state === 'closed') return <Closed payment={data} />;
  const failed = error !== null && data === undefined;
  // Until the server says otherwise, the reader's own clock decides which steps are over.
  const refunds =
    data?.refunds === undefined ? null : refundWords(data.refunds.steps, data.refunds.timezone, new Date());
  const due = data && formatCentsShort(data.amount - data.discount);
  const isBusy = payment.isPending || payment.isSuccess;
  return (
    <div className={styles['payment']}>
      <PageHeader
        title="Complete your payment"
        lead="Check what you pay for. You pay on our payment provider’s page."
      />
      <section
        className={cx(summary['sheet'], styles['sheet'])}
        aria-label="Payment details"
        aria-busy={data === undefined && !failed}
      >
        <dl className={summary['lines']}>
          <Line name="For">{data?.title}</Line>
          <Line name="Begins">{data && formatLongDate(data.beginsAt)}</Line>
          <Line name="Name">{data && `${data.firstName} ${data.lastName}`}</Line>
          {data?.promoCode != null && (
            <>
              <Line name="Price">{formatCentsShort(data.amount)}</Line>
              <Line name={`Discount ${data.promoCode}`}>{`−${formatCentsShort(data.discount)}`}</Line>
            </>
          )}
          {refunds !== null && <Line name="Refund if you withdraw">{refunds}</Line>}
          <Line name="To pay" isTotal>
            {due}
          </Line>
        </dl>
        {data?.message != null && (
          <Notice tone="wait">
            <p>{data.message}</p>
          </Notice>
        )}
        <Button
          variant="primary"
          size="large"
          wide
          disabled={data === undefined}
          busy={isBusy}
          busyLabel="Opening the payment page..."
          onClick={() => payment.mutate()}
        >
          {due === undefined ? 'Pay' : `Pay ${due}`}
        </Button>
        <p className={summary['small']}>Nothing is charged before you confirm it there.</p>
        {payment.error !== null && (
          <Notice tone="stop" role="alert">
            <p>
              {messageOr(
                payment.error,
                'The payment page could not be opened. You have not been charged: please try again.',
              )}
            </p>
          </Notice>
        )}
        {failed && (
          <Notice tone="stop" role="alert">
            <p>{messageOr(error, 'The connection failed. You have not been charged.')}</p>
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

const Line = ({
  name,
  isTotal = false,
  children,
}: {
  name: string;
  isTotal?: boolean;
  children: string | undefined;
}) => (
  <div className={cx(summary['line'], isTotal && summary['total'])}>
    <dt>{name}</dt>
    <dd>{children ?? <SkeletonWords label={`Loading: ${name}`} />}</dd>
  </div>
);

const Unknown = ({ message = '' }: { message?: string }) => (
  <Outcome
    mark="stopped"
    title="This payment link does not work"
    lead={message === '' ? 'It is not complete. Open it from our email again.' : message}
    actions={<ContactSupport />}
  />
);

const Paid = ({ payment }: { payment: PricedPayment }) => (
  <Outcome
    mark="done"
    title="This is paid"
    lead={`${payment.firstName}, your ${payment.kind === 'tournament' ? 'entry for' : 'seat in'} the ${payment.title} is complete. The confirmation is in your mailbox.`}
    actions={
      <LinkButton to={pathTo(payment.kind === 'tournament' ? 'tournaments' : 'classes')} variant="primary">
        {payment.kind === 'tournament' ? 'Go to the tournaments' : 'Go to the bootcamp'}
      </LinkButton>
    }
  />
);

const Closed = ({ payment }: { payment: PricedPayment }) => (
  <Outcome
    mark="stopped"
    title="There is nothing to pay now"
    lead={payment.message ?? 'This can no longer be paid.'}
    actions={
      <>
        <LinkButton to={pathTo(AGAIN[payment.kind])} variant="primary">
          {payment.kind === 'tournament' ? 'Go to the tournaments' : 'Register for the bootcamp'}
        </LinkButton>
        <ContactSupport variant="quiet" />
      </>
    }
  />
);
