import type { TimelineItem } from '@lectern/contracts/person-timeline';
import { Link } from 'react-router-dom';
import { May } from '../../../components/console/may.tsx';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { EmptyState } from '../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { cx } from '../../../lib/cx.ts';
import { formatDateTime, formatMonth, humanize } from '../../../lib/format.ts';
import { byMonth, describeItem, toneOf } from '../describe-item.ts';
import { NewTab } from '../../../components/console/new-tab.tsx';
import { KindIcon } from './kind-icon.tsx';
import { KIND_LABELS } from './kind-labels.ts';
import styles from './timeline.module.css';

const Item = ({ item, email }: { item: TimelineItem; email: string }) => {
  const paymentId = 'paymentId' in item.details ? item.details.paymentId : null;
  const { title, detail, status, label, href, conversationId, emails } = describeItem(item);
  const otherEmail = emails?.find((one) => one.toLowerCase() !== email.toLowerCase());
  return (
    <li className={styles['item']}>
      <KindIcon kind={item.kind} />
      <Stack gap={1}>
        <p className={styles['title']}>
          <span className="visually-hidden">{KIND_LABELS[item.kind]}: </span>
          {title} {status !== undefined && <Badge tone={toneOf(status)}>{label ?? humanize(status)}</Badge>}
        </p>
        {detail !== '' && <p className={cx('breakable', styles['detail'])}>{detail}</p>}
        {href !== undefined && (
          <p className={styles['detail']}>
            <NewTab href={href}>Invoice</NewTab>
          </p>
        )}
        {paymentId != null && (
          <May permission="payments:read">
            <p className={styles['detail']}>
              <Link to={adminSectionPath('payments', { q: paymentId })}>Open the payment</Link>
            </p>
          </May>
        )}
        {otherEmail !== undefined && (
          <p className={styles['detail']}>
            <PersonLink email={otherEmail}>{`Open the page of ${otherEmail}`}</PersonLink>
          </p>
        )}
        {conversationId !== undefined && (
          <May permission="inbox:write">
            <p className={styles['detail']}>
              <Link to={adminSectionPath('inbox', { id: conversationId })}>Open the conversation</Link>
            </p>
          </May>
        )}
      </Stack>
      <time className={styles['when']} dateTime={item.at}>
        {formatDateTime(item.at)}
      </time>
    </li>
  );
};

/** Timeline items, newest first, grouped by month in the association's time zone. */
export const Timeline = ({
  items,
  email,
}: {
  items: readonly TimelineItem[];
  /** The email address of the page. */
  email: string;
}) =>
  items.length === 0 ? (
    <EmptyState title="Nothing of this kind">Choose another kind, or Everything.</EmptyState>
  ) : (
    byMonth(items, (instant) => formatMonth(instant)).map(({ month, items: ofMonth }) => (
      <Stack as="section" gap={3} key={month} className={styles['month']} aria-label={month}>
        <h3 className={styles['heading']}>{month}</h3>
        <ol className={styles['items']}>
          {ofMonth.map((item) => (
            <Item key={item.id} item={item} email={email} />
          ))}
        </ol>
      </Stack>
    ))
  );
