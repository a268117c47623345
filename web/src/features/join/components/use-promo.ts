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

/** A promo code: checked for the price that will be paid, then held as applied. */
export const usePromo = (): Promo => {
  const [applied, setApplied] = useState<AppliedPromo | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: checkPromo,
    onSuccess: (answer, { code }) => {
      if (!answer.valid) {
        setApplied(null);
        toast({ title: 'Invalid promo code', description: 'Please check your code and try again.', variant: 'destructive' });
        return;
      }
      setApplied({ code, percent: answer.discount ?? 0, amountOff: answer.amountOff });
    },
    onError: () => {
      setApplied(null);
      toast({ title: 'Error validating promo code', description: 'Please try again later.', variant: 'destructive' });
    },
  });
  return {
    applied,
    isChecking: isPending,
    apply: (code, priceId) => mutate({ code, priceId }),
    remove: () => setApplied(null),
  };
};
