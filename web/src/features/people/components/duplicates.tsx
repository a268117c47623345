import type { Duplicates as Known } from '@lectern/contracts/identity/listed-person';
import { useQuery } from '@tanstack/react-query';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { toastWithUndo } from '../../../components/console/undo.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useMay } from '../../../components/console/use-admin.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { useState } from 'react';
import { MergeDialog } from './merge-dialog.tsx';
import { duplicatesQuery, keepApart } from '../api/duplicates.ts';
import styles from './person.module.css';

type Possible = Known['possible'][number];

const REASONS: Record<Possible['reasons'][number], string> = {
  mailbox: 'same mailbox, written differently',
  name_and_local_part: 'same name, and same email name at another provider',
  name: 'same full name',
};

/** The strongest reason says enough. */
const reasonOf = ({ reasons }: Possible): string =>
  REASONS[(['mailbox', 'name_and_local_part', 'name'] as const).find((reason) => reasons.includes(reason)) ?? 'name'];

const who = ({ name, account }: Pick<Possible, 'name' | 'account'>): string =>
  [name ?? 'Name not known', account === 'none' ? 'no account' : account === 'active' ? 'account' : 'deactivated'].join(
    ', ',
  );

/** People who may be the same as this one; nothing where there are none. */
export const Duplicates = ({ email }: { email: string }) => {
  const mayWrite = useMay()('people:write');
  const known = useQuery(duplicatesQuery(email));
  const { start, isPending } = useAdminWrite({
    run: keepApart,
    onSuccess: ({ message }, { otherEmail, isDistinct }) =>
      isDistinct
        ? toastWithUndo({
            title: 'Kept apart',
            description: message,
            undo: () => keepApart({ email, otherEmail, isDistinct: false }),
            undone: 'They may be suggested as the same person again.',
          })
        : toast({ title: 'Suggested again', description: message }),
    onError: (error) =>
      toast({ title: 'Not saved', description: messageOr(error, error.message), variant: 'destructive' }),
  });
  const [merging, setMerging] = useState<string | null>(null);
  if (known.data === undefined) return null;
  const { possible, distinct } = known.data;
  if (possible.length === 0 && distinct.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="person-duplicates">
      <h2 id="person-duplicates" className={styles['section']}>
        {possible.length > 0 ? 'Possibly the same person' : 'Not the same person'}
      </h2>
      {possible.length > 0 && (
        <ul className={styles['notes']}>
          {possible.map((twin) => (
            <li key={twin.email} className={styles['twin']}>
              <span>
                <PersonLink email={twin.email} />
                <br />
                {who(twin)}: {reasonOf(twin)}
              </span>
              {mayWrite && (
                <Actions>
                  <Button size="small" onClick={() => setMerging(twin.email)}>
                    Merge
                    <span className="visually-hidden"> with {twin.email}</span>
                  </Button>
                  <Button
                    size="small"
                    disabled={isPending}
                    onClick={() => start({ email, otherEmail: twin.email, isDistinct: true })}
                  >
                    Not the Same
                    <span className="visually-hidden"> person as {twin.email}</span>
                  </Button>
                </Actions>
              )}
            </li>
          ))}
        </ul>
      )}
      {distinct.map((other) => (
        <p key={other.email} className={styles['apart']}>
          <span>
            Different from <PersonLink email={other.email} />
          </span>
          {mayWrite && (
            <Button
              size="small"
              disabled={isPending}
              onClick={() => start({ email, otherEmail: other.email, isDistinct: false })}
            >
              Suggest Again
              <span className="visually-hidden"> {other.email}</span>
            </Button>
          )}
        </p>
      ))}
      {merging !== null && <MergeDialog email={email} other={merging} onClose={() => setMerging(null)} />}
    </Stack>
  );
};
