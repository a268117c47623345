import { ROLE_WORDS } from '@lectern/contracts/identity/permission';
import type { ComponentProps } from 'react';
import { logOut } from '../../../components/console/log-out.ts';
import { useAdmin } from '../../../components/console/use-admin.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { RequiredSecondFactor } from '../../../features/administrators/components/required-second-factor.tsx';
import styles from './admin.module.css';

/** The only page for staff whose role requires a second factor that is off. */
export default function SecondFactorGate(props: ComponentProps<typeof RequiredSecondFactor>) {
  const association = useAssociation();
  const { role } = useAdmin();
  return (
    <main id="main" tabIndex={-1} className={`page ${styles['stack']}`}>
      <PageMeta
        title="Set up your second factor"
        description={`Administration of ${association.fullName}.`}
        isPrivate
      />
      <header className={styles['gate']}>
        <h1>Set up your second factor</h1>
        <p>
          Your role, {ROLE_WORDS[role].name.toLowerCase()}, requires a second factor. The console opens when you have
          set it up.
        </p>
        <Actions>
          <Button size="small" onClick={logOut}>
            Logout
          </Button>
        </Actions>
      </header>
      <RequiredSecondFactor {...props} />
    </main>
  );
}
