import { type May, useMay } from '../../../components/console/use-admin.ts';
import { formatCents } from '@lectern/contracts/money';
import type { KnownPerson, PersonPart } from '@lectern/contracts/system/people-http';
import type { ReactNode } from 'react';
import { BreakableEmail } from '../../../components/console/breakable-email.tsx';
import { MEMBERSHIP_REFUND, HOW_TO_REFUND } from '../../../components/console/payment-words.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import { Monogram } from '../../../components/ui/monogram.tsx';
import { formatDate, humanize } from '../../../lib/format.ts';
import { toneOf } from '../describe-item.ts';
import { NewTab } from '../../../components/console/new-tab.tsx';
import { PERSON_PARTS } from './person-sections.tsx';
import styles from './person.module.css';

const UNKNOWN = 'Unavailable right now. Try again below.';

const ACCOUNT_LACKS = 'No account';

interface Detail {
  readonly label: string;
  readonly value: ReactNode;
}

const NO_LIST_MAIL: Record<string, string> = {
  unsubscribed: 'unsubscribed from all lists',
  bounced: 'bounced',
  complained: 'marked as spam',
};

const accountDetails = ({ account }: KnownPerson): Detail[] =>
  account === null
    ? [{ label: 'Account', value: ACCOUNT_LACKS }]
    : [
        { label: 'Account since', value: formatDate(account.createdAt) },
        { label: 'Division', value: humanize(account.division) },
        { label: 'Email address', value: account.isEmailVerified ? 'Confirmed' : 'Not confirmed yet' },
        ...(account.pendingEmail === null
          ? []
          : [
              {
                label: 'New email, not confirmed yet',
                value: `${account.pendingEmail} (the emailed link works for a day)`,
              },
            ]),
        { label: 'Their referral code', value: account.referralCode },
        ...(account.referralCredits === null
          ? []
          : [{ label: 'Referral credits earned', value: formatCents(account.referralCredits) }]),
      ];

/** Whether an account must confirm its email before payments for that email grant it access. */
const isUnconfirmed = (account: KnownPerson['account']): boolean =>
  account !== null && account.subscriptionStatus !== 'active' && !account.isEmailVerified;

/** The recordings that a person's membership lets them watch. Watched recordings are not stored. */
const recordingsOf = (
  membership: NonNullable<KnownPerson['customer']>['membership'],
  account: KnownPerson['account'],
): string => {
  if (membership === null) return 'No access';
  if (membership.hasAccess && account?.deactivatedAt != null) return 'No access while the account is deactivated';
  if (membership.hasAccess && account === null) return 'No access without an account';
  if (membership.hasAccess && isUnconfirmed(account)) return 'No access until the email is confirmed';
  if (!membership.hasAccess && membership.status === 'pending') return 'No access yet';
  if (!membership.hasAccess && membership.status === 'paused') return 'No access during the pause';
  const until = membership.accessUntil === null ? '' : ` until ${formatDate(membership.accessUntil)}`;
  return membership.hasAccess
    ? `Access since ${formatDate(membership.startedAt)}${until}`
    : `No access any more${until === '' ? '' : `, since ${formatDate(membership.accessUntil!)}`}`;
};

const moneyDetails = ({ customer, account }: KnownPerson, isMissing: boolean, may: May): Detail[] => {
  if (!may('payments:read')) return [{ label: 'Membership and payments', value: 'Not shown to your role' }];
  if (isMissing) return [{ label: 'Membership, payments and recordings', value: UNKNOWN }];
  if (customer === null) return [{ label: 'Membership', value: 'None' }];
  const { membership, paid, refunded } = customer;
  return [
    {
      label: 'Membership',
      value:
        membership === null ? (
          'None'
        ) : (
          <>
            {humanize(membership.plan)}, {formatCents(membership.amount)}{' '}
            <Badge tone={toneOf(membership.status)}>{humanize(membership.status)}</Badge>
          </>
        ),
    },
    ...(membership?.renewsAt == null
      ? []
      : account?.deactivatedAt != null
        ? [{ label: 'Ends', value: `${formatDate(membership.renewsAt)}, unless you reactivate the account by then` }]
        : [{ label: 'Renews', value: formatDate(membership.renewsAt) }]),
    ...(membership?.pausedFrom == null || membership.pausedUntil == null
      ? []
      : [
          {
            label: 'Pause',
            value: `${formatDate(membership.pausedFrom)} to ${formatDate(membership.pausedUntil)}: not charged, no access`,
          },
        ]),
    { label: 'Recordings', value: recordingsOf(membership, account) },
    {
      label: 'Total paid',
      value:
        refunded === 0 ? formatCents(paid) : `${formatCents(paid)}, of which ${formatCents(refunded)} was refunded`,
    },
  ];
};

const mailDetails = ({ mailbox }: KnownPerson, isMissing: boolean): Detail[] => {
  if (isMissing || mailbox === null) return [{ label: 'Newsletter', value: UNKNOWN }];
  const newsletter =
    mailbox.newsletter === null ? 'Not subscribed' : mailbox.newsletter === 'active' ? 'Subscribed' : 'Not active';
  const reasons = mailbox.noListMail.map((reason) => NO_LIST_MAIL[reason] ?? reason).join(', ');
  return [{ label: 'Newsletter', value: reasons === '' ? newsletter : `${newsletter}: ${reasons}` }];
};

/** A payment for an email address grants no access until its holder confirms that address. */
const MembershipBadge = ({ isActive, hasPaid }: { isActive: boolean; hasPaid: boolean }) => {
  if (isActive) return <Badge tone="ok">Active member</Badge>;
  return hasPaid ? <Badge tone="wait">Paid, email not confirmed</Badge> : <Badge>No active membership</Badge>;
};

/** Links to Stripe's dashboard; none in the local system, which has no such pages. */
const StripeLinks = ({ customer: { stripe } }: { customer: NonNullable<KnownPerson['customer']> }) => {
  if (stripe == null) return null;
  const { dashboard, customerIds, subscriptionId } = stripe;
  return (
    <p className={styles['links']}>
      {customerIds.map((id, index) => (
        <NewTab key={id} href={`${dashboard}/customers/${id}`}>
          {customerIds.length === 1 ? 'Customer in Stripe' : `Customer ${index + 1} in Stripe`}
        </NewTab>
      ))}
      {subscriptionId !== null && (
        <NewTab href={`${dashboard}/subscriptions/${subscriptionId}`}>Subscription in Stripe</NewTab>
      )}
    </p>
  );
};

/** A summary of a person. */
export const PersonHeader = ({
  person,
  missing,
  children,
}: {
  person: KnownPerson;
  missing: readonly PersonPart[];
  children?: ReactNode;
}) => {
  const { account, name, email } = person;
  const may = useMay();
  const parts = [
    { id: PERSON_PARTS.account, title: 'Account', details: accountDetails(person) },
    {
      id: PERSON_PARTS.money,
      title: 'Membership and payments',
      details: moneyDetails(person, missing.includes('payments'), may),
    },
    { id: PERSON_PARTS.mail, title: 'Emails', details: mailDetails(person, missing.includes('mail')) },
  ];
  return (
    <section className={styles['card']} aria-labelledby="person-name">
      <div className={styles['who']}>
        <Monogram name={name ?? email} />
        <div className={styles['names']}>
          <p id="person-name" className={styles['name']}>
            {name ?? 'Name not known'}
          </p>
          <p>
            <a className="breakable" href={`mailto:${email}`}>
              <BreakableEmail>{email}</BreakableEmail>
            </a>
          </p>
          <p className={styles['badges']}>
            {account !== null && account.deactivatedAt === null && (
              <MembershipBadge
                isActive={account.subscriptionStatus === 'active'}
                hasPaid={person.customer?.membership?.hasAccess === true}
              />
            )}
            {account?.deactivatedAt != null && (
              <Badge tone="stop">Deactivated {formatDate(account.deactivatedAt)}</Badge>
            )}
            {account !== null && !account.hasSetPassword && <Badge tone="wait">No password yet</Badge>}
            {account === null && <Badge>{ACCOUNT_LACKS}</Badge>}
          </p>
        </div>
        <Actions>{children}</Actions>
      </div>
      {parts.map(({ id, title, details }) => (
        <section key={id} className={styles['part']} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          <dl className={styles['details']}>
            {details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {id === PERSON_PARTS.money && may('payments:read') && person.customer !== null && (
            <>
              <StripeLinks customer={person.customer} />
              {person.customer.paid > 0 && may('payments:refund') && (
                <details>
                  <summary>How to refund</summary>
                  <p>
                    {HOW_TO_REFUND} {MEMBERSHIP_REFUND}
                  </p>
                </details>
              )}
            </>
          )}
        </section>
      ))}
    </section>
  );
};
