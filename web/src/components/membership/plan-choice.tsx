import type { Plan } from '@lectern/contracts/fields';
import { type Cents, formatCentsShort } from '@lectern/contracts/money';
import type { ComponentProps } from 'react';
import { PLANS, savings } from '../../config/plans.ts';
import { SegmentedField } from '../ui/segmented-field.tsx';

type Props = Omit<ComponentProps<typeof SegmentedField<Plan>>, 'segments' | 'label'> & {
  label?: string;
  /** The prices of the server, once known. */
  prices?: Record<Plan, Cents>;
};

/** Monthly or annual: two sides of a sheet, each in its ink. */
export const PlanChoice = ({ label = 'Plan', prices, ...rest }: Props) => (
  <SegmentedField<Plan>
    {...rest}
    label={label}
    segments={[
      {
        value: 'monthly',
        side: 'neg',
        label: 'Monthly',
        note: `${formatCentsShort(prices?.monthly ?? PLANS.monthly.cents)} per month`,
      },
      {
        value: 'annual',
        side: 'aff',
        label: 'Annual',
        note: `${formatCentsShort(prices?.annual ?? PLANS.annual.cents)} per year, save ${savings.saving}`,
      },
    ]}
  />
);
