import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Consequences, Kept, Lost } from '../ui/consequences.tsx';
import { Actions, Stack } from '../ui/layout.tsx';
import { ActionFailure } from './action-failure.tsx';

interface Props {
  /** The name of the form. */
  label: string;
  /** Sends it. */
  onSubmit: () => void;
  onCancel: () => void;
  /** The effects in words: those that take something away, and the others. */
  lost?: readonly string[];
  kept?: readonly string[];
  /** Why the last attempt failed; `fallback` where the error does not say it. */
  error: Error | null;
  fallback: string;
  busy: boolean;
  /** The words of the button that sends it. */
  action: string;
  busyLabel: string;
  isDanger?: boolean;
  /** The fields. */
  children: ReactNode;
}

/** The form of an act by staff in a dialog: its fields, its effects before it is done, why it failed, and the buttons. */
export const ActForm = ({ label, onSubmit, onCancel, lost = [], kept = [], error, fallback, ...rest }: Props) => {
  const { busy, action, busyLabel, isDanger = false, children } = rest;
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {lost.length + kept.length > 0 && (
        <Consequences>
          {lost.map((each) => (
            <Lost key={each}>{each}</Lost>
          ))}
          {kept.map((each) => (
            <Kept key={each}>{each}</Kept>
          ))}
        </Consequences>
      )}
      <ActionFailure error={error} fallback={fallback} />
      <Actions end>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} busy={busy} busyLabel={busyLabel}>
          {action}
        </Button>
      </Actions>
    </Stack>
  );
};
