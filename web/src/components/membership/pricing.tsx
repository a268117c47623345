import { INCLUDED, NOT_INCLUDED } from '@lectern/contracts/content/placeholders';
import type { Plan } from '@lectern/contracts/fields';
import { useState } from 'react';
import { PlanChoice } from './plan-choice.tsx';
import { usePageText } from '../site-texts/use-page-text.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { pathTo } from '../../config/paths.ts';
import { parsePlan, PLANS, savings } from '../../config/plans.ts';
import { cx } from '../../lib/cx.ts';
import { formatCentsShort } from '@lectern/contracts/money';
import styles from './pricing.module.css';
import { Section } from '../page/section.tsx';

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

/** The words of a benefit; “Included” and “Not included” are marks. */
const Mark = ({ words }: { words: string }) =>
  words === INCLUDED ? (
    <span className={styles['yes']}>
      <CheckIcon />
      <span className="visually-hidden">{words}</span>
    </span>
  ) : words === NOT_INCLUDED ? (
    <span className={styles['no']}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{words}</span>
    </span>
  ) : (
    words
  );

/** Two sides of a sheet; the toggle moves the pen. */
export const Pricing = ({ title }: { title: string }) => {
  const { lead, benefits } = usePageText('plans');
  const [plan, setPlan] = useState<Plan>('monthly');
  const column = (side: Plan) => cx(styles[side], plan === side && styles['chosen']);
  return (
    <Section title={title} anchor="pricing" lead={lead}>
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
            {benefits.map(({ benefit, monthly, annual }, index) => (
              <tr key={index}>
                <th scope="row">{benefit}</th>
                <td className={column('monthly')}>
                  <Mark words={monthly} />
                </td>
                <td className={column('annual')}>
                  <Mark words={annual} />
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
