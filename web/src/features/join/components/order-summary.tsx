import type { Plan } from '@lectern/contracts/fields';
import { type Cents, formatCents } from '@lectern/contracts/money';
import { CheckIcon } from '../../../components/ui/icons.tsx';
import { PLANS } from '../../../config/plans.ts';
import { discountOn } from '../discount.ts';
import styles from '../../../components/checkout/summary.module.css';
import type { AppliedPromo } from './use-promo.ts';

const INCLUDED = [
  'A live session every week, in your division',
  'Session recordings and practice topics',
  'Member resources',
] as const;

/** Today's payment, and the later ones. */
export const OrderSummary = ({ plan, price, promo }: { plan: Plan; price: Cents; promo: AppliedPromo | null }) => {
  const { name, per, assurance } = PLANS[plan];
  const off = promo === null ? 0 : discountOn(price, promo);
  return (
    <aside className={styles['sheet']} aria-label="Order summary">
      <h2>Your membership</h2>
      <dl className={styles['lines']}>
        <div className={styles['line']}>
          <dt>Debate Club, {name.toLowerCase()}</dt>
          <dd>{formatCents(price)}</dd>
        </div>
        {promo !== null && (
          <div className={`${styles['line']} ${styles['off']}`}>
            <dt>{promo.code}</dt>
            <dd>−{formatCents(off)}</dd>
          </div>
        )}
        <div className={`${styles['line']} ${styles['total']}`}>
          <dt>Due today</dt>
          <dd>{formatCents(price - off)}</dd>
        </div>
      </dl>
      <p className={styles['small']}>
        Then {formatCents(price)} every {per}. {assurance}
      </p>
      <ul className={styles['list']}>
        {INCLUDED.map((item) => (
          <li key={item}>
            <CheckIcon />
            {item}
          </li>
        ))}
      </ul>
    </aside>
  );
};
