import type { StartedSecondFactor } from '@lectern/contracts/identity/second-factor';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { secondFactorQuery } from '../api/second-factor.ts';
import { AdminSessions } from './admin-sessions.tsx';
import { OwnPassword } from './own-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorOn } from './second-factor-on.tsx';
import styles from './security.module.css';
import { StartSecondFactor } from './start-second-factor.tsx';
import { TurnOnSecondFactor } from './turn-on-second-factor.tsx';

/**
 * The administrator's own login: the second factor, passkeys and sessions. The secret and the recovery codes exist only in this
 * page's memory.
 */
export const SecurityPage = () => {
  const { data, isError, isFetching, refetch } = useQuery(secondFactorQuery);
  const [started, setStarted] = useState<StartedSecondFactor | null>(null);
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);

  const content = () => {
    if (newCodes !== null) return <RecoveryCodes codes={newCodes} onKept={() => setNewCodes(null)} />;
    if (started !== null) {
      return (
        <TurnOnSecondFactor
          started={started}
          onTurnedOn={(codes) => {
            setNewCodes(codes);
            setStarted(null);
          }}
          onLeft={() => setStarted(null)}
        />
      );
    }
    if (data === undefined) {
      if (!isError) return <Skeleton lines={6} label="Loading your second factor" />;
      return (
        <ErrorState title="Your second factor could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          Try again to see whether it is on.
        </ErrorState>
      );
    }
    return data.enabledAt === null ? (
      <StartSecondFactor onStarted={setStarted} />
    ) : (
      <SecondFactorOn {...data} enabledAt={data.enabledAt} onNewCodes={setNewCodes} />
    );
  };

  return (
    <div className={styles['page']}>
      {content()}
      {data !== undefined && <Passkeys isAllowed={data.enabledAt !== null} />}
      <OwnPassword />
      <AdminSessions />
    </div>
  );
};
