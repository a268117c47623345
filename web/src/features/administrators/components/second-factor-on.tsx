import { useState } from 'react';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { Moment } from '../../../components/console/moment.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { adminSession } from '../../../lib/admin-session.ts';
import { toast } from '../../../lib/toast-store.ts';
import { renewCodes, turnOff } from '../api/second-factor.ts';
import { ConfirmByBoth } from './confirm-by-both.tsx';
import styles from './security.module.css';

/** With fewer recovery codes left, the page recommends new ones. */
const FEW_CODES = 3;

interface Props {
  enabledAt: string;
  recoveryCodesLeft: number;
  onNewCodes: (recoveryCodes: readonly string[]) => void;
}

/** The state of an active second factor, and its actions. */
export const SecondFactorOn = ({ enabledAt, recoveryCodesLeft, onNewCodes }: Props) => {
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null);
  const close = () => setAsking(null);
  return (
    <Card title="Second factor" aside={<Badge tone="ok">On</Badge>}>
      <p>You log in with your password and a code from your authenticator app, or a recovery code.</p>
      <dl className={styles['details']}>
        <div>
          <dt>On since</dt>
          <dd>
            <Moment at={enabledAt} />
          </dd>
        </div>
        <div>
          <dt>Recovery codes left</dt>
          <dd>{recoveryCodesLeft}</dd>
        </div>
      </dl>
      {recoveryCodesLeft < FEW_CODES && (
        <Notice tone="wait">
          <p>
            {recoveryCodesLeft === 0 ? 'No recovery code is left.' : 'Few recovery codes are left.'} If you lose the app
            and have no recovery code, only the operator of this site can help you. Make new recovery codes now.
          </p>
        </Notice>
      )}
      <Actions>
        <Button onClick={() => setAsking('codes')}>New recovery codes</Button>
        <Button variant="danger" onClick={() => setAsking('off')}>
          Turn off
        </Button>
      </Actions>
      <FormDialog open={asking === 'codes'} onClose={close} title="New recovery codes?">
        <ConfirmByBoth
          label="New recovery codes"
          run={renewCodes}
          onDone={({ recoveryCodes, message }) => {
            toast({ title: 'New recovery codes', description: message });
            close();
            onNewCodes(recoveryCodes);
          }}
          onClose={close}
          failed="No new recovery codes were made"
          submit={{ label: 'Make new codes', busyLabel: 'Making...', variant: 'primary' }}
        >
          <p>You get ten new recovery codes. Your current recovery codes stop working.</p>
        </ConfirmByBoth>
      </FormDialog>
      <FormDialog open={asking === 'off'} onClose={close} title="Turn off the second factor?">
        <ConfirmByBoth
          label="Turn off the second factor"
          run={turnOff}
          onDone={({ token, message }) => {
            adminSession.renew(token);
            toast({ title: 'The second factor is off', description: message });
            close();
          }}
          onClose={close}
          failed="The second factor was not turned off"
          submit={{ label: 'Turn off', busyLabel: 'Turning off...', variant: 'danger' }}
        >
          <p>
            After that you log in with your password only. Your recovery codes and passkeys stop working, and you are
            logged out everywhere except here.
          </p>
        </ConfirmByBoth>
      </FormDialog>
    </Card>
  );
};
