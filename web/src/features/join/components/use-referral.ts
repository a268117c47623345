import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { REFERRAL_REWARD } from '../../../config/offers.ts';
import { formatCentsShort } from '@lectern/contracts/money';
import { toast } from '../../../lib/toast-store.ts';
import { referralQuery } from '../api/validate-referral.ts';

export interface Referral {
  code: string;
  referrerName: string;
}

/** Checks the referral code of the address on load and says what came of it. A failed request is silent (section 8). */
export const useReferral = (code: string): Referral | null => {
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

  return valid === true ? { code, referrerName } : null;
};
