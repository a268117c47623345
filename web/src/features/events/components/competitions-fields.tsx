import { DIVISIONS as DIVISION_NAMES } from '@lectern/contracts/registrations/competition-rules';
import { COMPETITIONS_MAX } from '@lectern/contracts/registrations/event-setup';
import { useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { ListField } from '../../../components/console/list-field.tsx';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Actions, Pair, Stack } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { newCompetition, setupInWords, type TypedCompetition, type TypedSetup } from '../event-form-values.ts';
import styles from './events.module.css';

const DIVISIONS = [
  { value: '', label: 'Both divisions' },
  { value: 'development', label: 'Development only' },
  { value: 'professional', label: 'Professional only' },
] as const;

interface ItemProps {
  form: UseFormReturn<FieldValues>;
  path: string;
  competitions: readonly TypedCompetition[];
  index: number;
  deadlineLabel: string;
}

const hasRules = ({ division, deadline, isClosed, excludes, capacity }: TypedCompetition): boolean =>
  division !== '' || deadline !== '' || isClosed || excludes.length > 0 || capacity !== '';

/** A competition excludes another one whichever of both lists it. */
const areApart = (one: TypedCompetition, other: TypedCompetition): boolean =>
  one.excludes.includes(other.id) || other.excludes.includes(one.id);

const Rules = ({ form, path, competitions, index, deadlineLabel }: ItemProps) => {
  const { register, setValue } = form;
  const competition = competitions[index]!;
  const [isOpen, setOpen] = useState(hasRules(competition));
  const errorOf = (field: string) => messageAt(form, `${path}.${field}`);
  const isWrong = errorOf('deadline') !== undefined || errorOf('capacity') !== undefined;
  const others = competitions.filter((_other, at) => at !== index);
  const setApart = (other: TypedCompetition, isApart: boolean) => {
    const listOf = (one: TypedCompetition, id: string, isListed: boolean) => {
      const rest = one.excludes.filter((listed) => listed !== id);
      return { ...one, excludes: isListed ? [...rest, id] : rest };
    };
    const next = competitions.map((one) =>
      one === competition ? listOf(one, other.id, isApart) : one === other ? listOf(one, competition.id, false) : one,
    );
    setValue('setup.competitions', next, { shouldDirty: true });
  };
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles['summary']}>Rules of {competition.name.trim() || `competition ${index + 1}`}</summary>
      <Stack gap={3} className={styles['rules']}>
        <Pair close>
          <SelectField
            label="Division"
            options={DIVISIONS}
            error={errorOf('division')}
            {...register(`${path}.division`)}
          />
          <TextField
            label={deadlineLabel}
            type="datetime-local"
            hint="New entries can choose it until then. Blank means until the registration deadline."
            error={errorOf('deadline')}
            {...register(`${path}.deadline`)}
          />
        </Pair>
        <TextField
          label="Number of places"
          type="number"
          inputMode="numeric"
          hint="When it is full, the next people join the waitlist with everything they chose. Blank means unlimited."
          error={errorOf('capacity')}
          {...register(`${path}.capacity`)}
        />
        {others.length > 0 && (
          <fieldset className={styles['group']}>
            <legend>Cannot be combined with</legend>
            {others.map((other) => (
              <CheckboxField
                key={other.id}
                label={other.name.trim() || `Competition ${competitions.indexOf(other) + 1}`}
                checked={areApart(competition, other)}
                onChange={({ target }) => setApart(other, target.checked)}
              />
            ))}
          </fieldset>
        )}
        <CheckboxField
          label="Closed"
          hint="Nobody can choose it any more. People who entered it stay."
          {...register(`${path}.isClosed`)}
        />
      </Stack>
    </details>
  );
};

/** The competitions of a tournament, with the rules for new entries. They stay folded until they are changed: most tournaments keep them. */
export const CompetitionsFields = ({ form, city }: { form: UseFormReturn<FieldValues>; city: string }) => {
  const { register, control, formState } = form;
  const setup = useWatch({ control, name: 'setup' }) as TypedSetup;
  const [isUnfolded, setUnfolded] = useState(false);
  const sectionRef = useRef<HTMLElement>(null);
  const errorOf = (path: string) => messageAt(form, path);
  const wrong = Object.keys(formState.errors['setup'] ?? {}).filter(
    (field) => field !== 'laterPrices' && field !== 'questions',
  );
  const isOpen = isUnfolded || wrong.length > 0;
  return (
    <section ref={sectionRef} className={styles['competitions']} aria-labelledby="competitions">
      <h3 id="competitions">Competitions</h3>
      {!isOpen ? (
        <>
          <p>{setupInWords(setup)}</p>
          <Actions>
            <Button
              size="small"
              onClick={() => {
                setUnfolded(true);
                requestAnimationFrame(() => sectionRef.current?.querySelector('input')?.focus());
              }}
            >
              Change the competitions
            </Button>
          </Actions>
        </>
      ) : (
        <>
          <p>
            The entry form offers these competitions in this order. Changes hold for new entries: people who are entered
            keep what they have.
          </p>
          <ListField
            form={form}
            name="setup.competitions"
            noun="competition"
            max={COMPETITIONS_MAX}
            blank={newCompetition()}
            error={errorOf('setup.competitions') ?? errorOf('setup')}
          >
            {(path, index) => (
              <>
                <Pair close>
                  <TextField
                    label="Name"
                    autoComplete="off"
                    error={errorOf(`${path}.name`)}
                    {...register(`${path}.name`)}
                  />
                  <TextField
                    label="Description (optional)"
                    autoComplete="off"
                    error={errorOf(`${path}.description`)}
                    {...register(`${path}.description`)}
                  />
                </Pair>
                {setup.competitions[index] !== undefined && (
                  <Rules
                    key={setup.competitions[index].id}
                    form={form}
                    path={path}
                    competitions={setup.competitions}
                    index={index}
                    deadlineLabel={city === '' ? 'Deadline' : `Deadline (${city} time)`}
                  />
                )}
              </>
            )}
          </ListField>
          <TextField
            label="Most competitions per person"
            type="number"
            inputMode="numeric"
            error={errorOf('setup.mostCompetitions')}
            {...register('setup.mostCompetitions')}
          />
          <Pair close>
            {(['development', 'professional'] as const).map((id) => (
              <TextField
                key={id}
                label={`Places in the ${DIVISION_NAMES[id]} division`}
                type="number"
                inputMode="numeric"
                hint="Blank means unlimited."
                error={errorOf(`setup.divisionCapacities.${id}`)}
                {...register(`setup.divisionCapacities.${id}`)}
              />
            ))}
          </Pair>
        </>
      )}
    </section>
  );
};
