import type { Plan } from '@lectern/contracts/fields';
import { useState } from 'react';
import { PlanChoice } from './plan-choice.tsx';
import { CheckIcon } from '../ui/icons.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { pathTo } from '../../config/paths.ts';
import { parsePlan, PLANS, savings } from '../../config/plans.ts';
import { cx } from '../../lib/cx.ts';
import { formatCentsShort } from '@lectern/contracts/money';
import styles from './pricing.module.css';
import { Section } from '../page/section.tsx';

type Cell = true | false | string;

const FEATURES: readonly [feature: string, monthly: Cell, annual: Cell][] = [
  ['Weekly live sessions', true, true],
  ['Session recordings', true, true],
  ['Practice topics and resources', true, true],
  ['Chat community', true, true],
  ['Quarterly tournaments', 'Member price', 'Free entry'],
  ['Exclusive workshops', false, true],
  ['Priority email support', false, true],
  ['If you change your mind', 'Cancel anytime', '30-day money-back guarantee'],
];

const PenCircle = () => (
  <svg className={styles['pen']} viewBox="0 0 120 60" preserveAspectRatio="none" fill="none" aria-hidden="true">
    <path
      d="M20 12C42 2 88 1 108 17c16 14 1 36-41 40C30 60 3 50 4 31 5 17 22 8 52 6"
      stroke="var(--pen)"
      strokeWidth="2.5"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
);

const Mark = ({ value }: { value: Cell }) =>
  typeof value === 'string' ? (
    value
  ) : value ? (
    <span className={styles['yes']}>
      <CheckIcon />
      <span className="visually-hidden">Included</span>
    </span>
  ) : (
    <span className={styles['no']}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">Not included</span>
    </span>
  );

/** Two sides of a sheet; the toggle moves the pen. */
export const Pricing = ({ title = 'Two ways to pay' }: { title?: string }) => {
  const [plan, setPlan] = useState<Plan>('monthly');
  const column = (side: Plan) => cx(styles[side], plan === side && styles['chosen']);
  return (
    <Section title={title} anchor="pricing" lead={`By the month, or by the year and keep ${savings.saving}.`}>
      <div className={styles['wrap']}>
        <div className={styles['toggle']}>
          <PlanChoice
            label="Billing"
            labelHidden
            value={plan}
            onChange={(event) => setPlan(parsePlan(event.target.value))}
          />
        </div>
        <table className={styles['table']}>
          <caption className="visually-hidden">Prices and benefits of the monthly and the annual membership</caption>
          <thead>
            <tr>
              <td className={styles['feature']} />
              <th scope="col" className={cx(styles['plan'], column('monthly'))}>
                <span className={styles['planName']}>Monthly</span>
                <span className={styles['price']}>
                  {formatCentsShort(PLANS.monthly.cents)}
                  <PenCircle />
                </span>
                <span className={styles['small']}>per month</span>
              </th>
              <th scope="col" className={cx(styles['plan'], column('annual'))}>
                <span className={styles['planName']}>Annual</span>
                <span className={styles['price']}>
                  {formatCentsShort(PLANS.annual.cents)}
                  <PenCircle />
                </span>
                <span className={styles['small']}>per year</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Works out at</th>
              <td className={column('monthly')}>{formatCentsShort(PLANS.monthly.cents)} per month</td>
              <td className={column('annual')}>{savings.perMonth} per month</td>
            </tr>
            <tr>
              <th scope="row">A whole year</th>
              <td className={column('monthly')}>{savings.insteadOf}</td>
              <td className={column('annual')}>
                <s>{savings.insteadOf}</s> {formatCentsShort(PLANS.annual.cents)}
                <span className={styles['save']}>Save {savings.saving} (2 months free)</span>
              </td>
            </tr>
            {FEATURES.map(([feature, monthly, annual]) => (
              <tr key={feature}>
                <th scope="row">{feature}</th>
                <td className={column('monthly')}>
                  <Mark value={monthly} />
                </td>
                <td className={column('annual')}>
                  <Mark value={annual} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <LinkButton to={pathTo('register', { plan })} variant="primary" size="large">
          Join for {formatCentsShort(PLANS[plan].cents)} a {PLANS[plan].per}
        </LinkButton>
      </div>
    </Section>
  );
};
