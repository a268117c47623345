import type { StartedSecondFactor } from '@lectern/contracts/identity/second-factor';
import { useState } from 'react';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';
import { StartSecondFactor } from './start-second-factor.tsx';
import { TurnOnSecondFactor } from './turn-on-second-factor.tsx';

interface Props {
  /** The recovery codes once it is on, which is when the role is satisfied: they are shown only here. */
  codes: readonly string[] | null;
  onTurnedOn: (codes: readonly string[]) => void;
  onKept: () => void;
}

/** The setup of a second factor, without anything else that a session may not reach yet. */
export const RequiredSecondFactor = ({ codes, onTurnedOn, onKept }: Props) => {
  const [started, setStarted] = useState<StartedSecondFactor | null>(null);
  return (
    <div className={styles['page']}>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onKept={onKept} />
      ) : started !== null ? (
        <TurnOnSecondFactor started={started} onTurnedOn={onTurnedOn} onLeft={() => setStarted(null)} />
      ) : (
        <StartSecondFactor onStarted={setStarted} />
      )}
    </div>
  );
};
