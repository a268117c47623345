import type { PersonPart } from '@lectern/contracts/system/people-http';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import styles from './person.module.css';

const PARTS: Record<PersonPart, string> = {
  account: 'accounts',
  payments: 'payments',
  registrations: 'registrations',
  mail: 'emails',
};

interface Props {
  missing: readonly PersonPart[];
  onRetry: () => void;
  retrying: boolean;
}

/** Says which parts of the system did not respond, so that nobody takes incomplete data for complete data. */
export const MissingParts = ({ missing, onRetry, retrying }: Props) =>
  missing.length > 0 && (
    <Notice tone="wait" role="status">
      <div className={styles['missing']}>
        <p>
          <strong>Something is missing.</strong> We cannot load {missing.map((part) => PARTS[part]).join(' and ')} right
          now. Everything else is shown.
        </p>
        <Button size="small" onClick={onRetry} busy={retrying} busyLabel="Trying again...">
          Try again
        </Button>
      </div>
    </Notice>
  );
