import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { REFERRAL_REWARD } from '../../../config/offers.ts';
import { formatCentsShort } from '@lectern/contracts/money';
import { toast } from '../../../lib/toast-store.ts';
import { referralQuery } from '../api/validate-referral.ts';

export interface Referral {
  code: string;
  referrerName: string;
}

/**
 * Checks the referral code of the URL on load and shows the result. A failed request is silent (section 8). `drop` removes a code that
 * the registration refused: people cannot refer themselves.
 */
export const useReferral = (code: string): { referral: Referral | null; drop: () => void } => {
  const [isDropped, setDropped] = useState(false);
  const { data } = useQuery({ ...referralQuery(code), enabled: code !== '' });
  const valid = data?.valid;
  const referrerName = data?.referrerName ?? 'A member';

  useEffect(() => {
    if (valid === true) {
      toast({
        title: 'Referral code applied!',
        description: `${referrerName} referred you. You both earn ${formatCentsShort(REFERRAL_REWARD)} when you join.`,
      });
    }
    if (valid === false) toast({ title: 'Invalid referral code', variant: 'destructive' });
  }, [valid, referrerName]);

  return { referral: valid === true && !isDropped ? { code, referrerName } : null, drop: () => setDropped(true) };
};
