import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import styles from './promo-field.module.css';
import type { Promo } from './use-promo.ts';

interface Props {
  promo: Promo;
  /** The price that the code is for; undefined until the prices are known. */
  priceId: string | undefined;
}

const describe = ({ code, percent }: { code: string; percent: number }) =>
  percent > 0 ? `${code.toUpperCase()} applied: ${percent}% off your first payment.` : `${code.toUpperCase()} applied.`;

/** The code and its Apply button. Once applied both are disabled; Remove frees them. */
export const PromoField = ({ promo, priceId }: Props) => {
  const [code, setCode] = useState('');
  const { applied, isChecking } = promo;
  const typed = code.trim();
  const apply = () => {
    if (typed !== '' && priceId !== undefined && applied === null) promo.apply(typed, priceId);
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
            // Enter applies the code; it does not send the form around it.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            apply();
          }}
        />
        <Button onClick={apply} busy={isChecking} busyLabel="Checking..." disabled={typed === '' || applied !== null || priceId === undefined}>
          Apply
        </Button>
      </div>
      {applied !== null && (
        <Notice role="status">
          <p>
            {describe(applied)}{' '}
            <Button size="small" variant="quiet" onClick={promo.remove}>
              Remove
            </Button>
          </p>
        </Notice>
      )}
    </div>
  );
};
