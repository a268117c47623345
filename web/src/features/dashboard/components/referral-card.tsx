import { formatCents, formatCentsShort } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { creditQuery } from '../../../components/subscription/get-credit.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { CopyIcon } from '../../../components/ui/action-icons.tsx';
import { SkeletonWords } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Stat, Stats } from '../../../components/ui/stat.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { REFERRAL_REWARD } from '../../../config/offers.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { formatCount } from '../../../lib/format.ts';
import { referralsQuery } from '../api/get-referrals.ts';
import styles from './referral-card.module.css';

const Share = ({ label, value }: { label: string; value: string }) => (
  <div className={styles['share']}>
    <TextField label={label} value={value} readOnly onFocus={(event) => event.target.select()} />
    <Button onClick={() => void copyText(value, label)} aria-label={`Copy ${label.toLowerCase()}`}>
      <CopyIcon />
      Copy
    </Button>
  </div>
);

/** The friends that a member referred, and how to refer more. Shown only when the referrals have loaded (specification, section 2). */
export const ReferralCard = () => {
  const { data } = useQuery(referralsQuery);
  const { data: credit } = useQuery(creditQuery);
  if (data === undefined) return null;
  const { totalReferrals, completedReferrals, totalCredits, referralCode, shareUrl } = data;
  return (
    <Card title="Referral Program" side="neg">
      <p>
        Bring a friend: you both earn {formatCentsShort(REFERRAL_REWARD)} when they join with your code. Your share goes
        toward your next payments.
      </p>
      <Stats>
        <Stat label="Friends referred" value={formatCount(totalReferrals)} />
        <Stat label="Joined" value={formatCount(completedReferrals)} />
        <Stat
          label="Credits earned"
          value={formatCents(totalCredits)}
          note={
            credit === undefined ? <SkeletonWords label="" /> : `${formatCents(Math.max(0, credit.balance))} to spend`
          }
        />
      </Stats>
      <Stack gap={4}>
        <Share label="Referral code" value={referralCode} />
        <Share label="Share link" value={shareUrl} />
      </Stack>
    </Card>
  );
};
