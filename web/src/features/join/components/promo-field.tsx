import { formatCents } from '@lectern/contracts/money';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { discountOn } from '../discount.ts';
import type { Price } from '../membership-prices.ts';
import styles from './promo-field.module.css';
import type { AppliedPromo, Promo } from './use-promo.ts';

interface Props {
  promo: Promo;
  /** The price to which the code applies; undefined until the prices are known. */
  price: Price | undefined;
}

const Applied = ({ applied, cents }: { applied: AppliedPromo; cents: number }) => {
  const off = discountOn(cents, applied);
  const percent = applied.amountOff === undefined ? ` (${applied.percent}%)` : '';
  return (
    <>
      <strong>{applied.code}</strong> takes {formatCents(off)}
      {percent} off your first payment: {formatCents(cents - off)} instead of {formatCents(cents)}.
    </>
  );
};

/** The code and its Apply button. Once applied both are disabled; Remove frees them. */
export const PromoField = ({ promo, price }: Props) => {
  const [code, setCode] = useState('');
  const { applied, isChecking } = promo;
  const typed = code.trim();
  const apply = () => {
    if (typed !== '' && price !== undefined && applied === null && !isChecking) promo.apply(typed, price.id);
  };

  return (
    <div className={styles['frame']}>
      <div className={styles['row']}>
        <TextField
          label="Promo code"
          placeholder="Optional"
          value={code}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={styles['upper']}
          disabled={applied !== null}
          onChange={(event) => setCode(event.target.value)}
          onKeyDown={(event) => {
            // Enter applies the code and does not submit the form around it.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            apply();
          }}
        />
        <Button
          onClick={apply}
          busy={isChecking && applied === null}
          busyLabel="Checking..."
          disabled={typed === '' || applied !== null || price === undefined}
        >
          Apply
        </Button>
      </div>
      {applied !== null && price !== undefined && (
        <Notice role="status">
          <p>
            <Applied applied={applied} cents={price.cents} />{' '}
            <Button size="small" variant="quiet" onClick={promo.remove}>
              Remove
            </Button>
          </p>
        </Notice>
      )}
    </div>
  );
};
