import type { Passkey } from '@lectern/contracts/identity/passkey';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { SplitList, SplitRow } from '../../../components/ui/split-list.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { hasPasskeys } from '../../../lib/passkey.ts';
import { toast } from '../../../lib/toast-store.ts';
import { add, passkeysQuery, remove } from '../api/passkeys.ts';
import { ConfirmByBoth } from './confirm-by-both.tsx';

const At = ({ instant }: { instant: string }) => <time dateTime={instant}>{formatDateTime(instant)}</time>;

/** Explains why the browser has created no passkey. The second-factor code has been used by then. */
const explain = (error: unknown): string | undefined => {
  if (!(error instanceof DOMException)) return undefined;
  return error.name === 'InvalidStateError'
    ? 'This device already has a passkey for this account.'
    : 'Your browser did not create a passkey. To try again, enter a new code.';
};

const List = ({ passkeys, onRemove }: { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void }) => (
  <SplitList label="Passkeys">
    {passkeys.map((passkey) => (
      <SplitRow
        key={passkey.id}
        name={<strong>{passkey.name}</strong>}
        note={
          <>
            Added <At instant={passkey.createdAt} />,{' '}
            {passkey.lastUsedAt === null ? (
              'not used yet'
            ) : (
              <>
                last used <At instant={passkey.lastUsedAt} />
              </>
            )}
          </>
        }
        action={
          <Button aria-label={`Remove ${passkey.name}`} onClick={() => onRemove(passkey)}>
            Remove
          </Button>
        }
      />
    ))}
  </SplitList>
);

/** The administrator's passkeys, which replace the password and a code at login. They require an active second factor. */
export const Passkeys = ({ isAllowed }: { isAllowed: boolean }) => {
  const { data, isError, isFetching, refetch } = useQuery({ ...passkeysQuery, enabled: isAllowed });
  const [asking, setAsking] = useState<'add' | Passkey | null>(null);
  const [name, setName] = useState('');
  const close = () => setAsking(null);
  const content = () => {
    if (!isAllowed) return <p>Turn on the second factor first. Its codes let you log in if you lose your passkeys.</p>;
    if (data === undefined) {
      if (!isError) return <Skeleton lines={2} label="Loading your passkeys" />;
      return (
        <ErrorState title="Your passkeys could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          You can still log in with them.
        </ErrorState>
      );
    }
    return (
      <>
        {data.items.length > 0 && <List passkeys={data.items} onRemove={setAsking} />}
        {hasPasskeys() ? (
          <Actions>
            <Button
              onClick={() => {
                setName('');
                setAsking('add');
              }}
            >
              Add a passkey
            </Button>
          </Actions>
        ) : (
          <p>This browser does not support passkeys on this page. Use a newer one.</p>
        )}
      </>
    );
  };
  return (
    <Card title="Passkeys">
      <p>
        A passkey logs you in without a password and a code: your device asks for your fingerprint, your face or its
        PIN. It works only on this site, so a fake site cannot ask for it.
      </p>
      {content()}
      <FormDialog open={asking === 'add'} onClose={close} title="Add a passkey">
        <ConfirmByBoth
          label="Add a passkey"
          run={(confirmed) => add(name.trim() === '' ? 'Passkey' : name, confirmed)}
          onDone={({ message }) => {
            toast({ title: 'Passkey added', description: message });
            close();
          }}
          onClose={close}
          failed="No passkey was added"
          explain={explain}
          submit={{ label: 'Continue', busyLabel: 'Waiting for your browser...', variant: 'primary' }}
        >
          <p>Your browser then asks where to save it.</p>
          <TextField
            label="Name"
            data-begins=""
            hint="A name for the device, such as Work laptop."
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </ConfirmByBoth>
      </FormDialog>
      <FormDialog open={asking !== null && asking !== 'add'} onClose={close} title="Remove this passkey?">
        {asking !== null && asking !== 'add' && (
          <ConfirmByBoth
            label="Remove this passkey"
            run={(confirmed) => remove(asking.id, confirmed)}
            onDone={({ message }) => {
              toast({ title: 'Passkey removed', description: message });
              close();
            }}
            onClose={close}
            failed="The passkey was not removed"
            submit={{ label: 'Remove', busyLabel: 'Removing...', variant: 'danger' }}
          >
            <p>
              <strong>{asking.name}</strong> can no longer be used to log in. Your device may still offer it: remove it
              there too.
            </p>
          </ConfirmByBoth>
        )}
      </FormDialog>
    </Card>
  );
};
