import { useState, type FormEvent } from 'react';
import { DIVISIONS } from '../../../components/profile/division-segments.ts';
import { useSaveProfile } from '../../../components/profile/use-save-profile.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { useMember } from '../../../lib/member-context.ts';
import { parseDivision } from '../division.ts';
import styles from './division-card.module.css';

/** Asks for the division once, at the first visit (decisions, "Accounts"). Disappears after the choice. */
export const DivisionCard = () => {
  const { user } = useMember();
  const [division, setDivision] = useState(user.division);
  const { mutate, isPending } = useSaveProfile();
  if (user.hasChosenDivision) return null;

  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate({ firstName: user.firstName, lastName: user.lastName, division });
  };
  return (
    <Card title="Which division is yours?" side="neg">
      <form className={styles['form']} onSubmit={save} aria-label="Division">
        <SegmentedField
          label="Division"
          labelHidden
          segments={DIVISIONS}
          value={division}
          onChange={(event) => setDivision(parseDivision(event.target.value))}
        />
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Saving...">
          Save
        </Button>
      </form>
      <p className={styles['small']}>
        It decides who you practice with. You can change it in your settings whenever you like.
      </p>
    </Card>
  );
};
