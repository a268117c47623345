import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../../lib/toast-store.ts';
import { checkPromo } from '../api/validate-promo.ts';
import type { Discount } from '../discount.ts';

export interface AppliedPromo extends Discount {
  code: string;
}

export interface Promo {
  applied: AppliedPromo | null;
  isChecking: boolean;
  apply: (code: string, priceId: string) => void;
  remove: () => void;
}

/** A promo code: checked for the price that will be paid, then held as applied. Of several checks only the last one counts. */
export const usePromo = (): Promo => {
  const [applied, setApplied] = useState<AppliedPromo | null>(null);
  const { mutate, reset, isPending } = useMutation({ mutationFn: checkPromo });

  const refuse = (title: string, description: string) => {
    setApplied(null);
    toast({ title, description, variant: 'destructive' });
  };
  return {
    applied,
    isChecking: isPending,
    apply: (code, priceId) =>
      // Callbacks of `mutate` are forgotten once it is called again: a slow answer for the other plan changes nothing.
      mutate(
        { code, priceId },
        {
          onSuccess: ({ valid, discount = 0, discountType, amountOff }) =>
            valid
              ? setApplied({
                  code: code.toUpperCase(),
                  percent: discount,
                  amountOff: discountType === 'percentage' ? undefined : amountOff,
                })
              : refuse('Invalid promo code', 'Please check your code and try again.'),
          onError: () => refuse('Error validating promo code', 'Please try again later.'),
        },
      ),
    remove: () => {
      reset();
      setApplied(null);
    },
  };
};
