import { type ReactNode, useEffect, useRef } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Actions } from '../ui/layout.tsx';
import { Table, type Column } from '../ui/table.tsx';
import styles from './edit-conflict.module.css';

/** A field that another administrator changed, in both versions: as text, or as a picture. */
export interface Difference {
  /** Its name in the form. */
  readonly field: string;
  readonly label: string;
  readonly theirs: ReactNode;
  readonly mine: ReactNode;
}

export interface Saved {
  /** A name. */
  readonly by: string;
  /** An instant. */
  readonly at: string;
}

interface Props {
  /** Those that read the same in both versions are left out. */
  differences: readonly Difference[];
  /** The administrator of their version and its time, where both are known. */
  saved?: Saved | undefined;
  /** Whether a save is running. */
  busy: boolean;
  /** Puts the fields that they changed into the form; the other typed values stay. */
  onTakeTheirs: () => void;
  onSaveMine: () => void;
}

const COLUMNS: readonly Column<Difference>[] = [
  { key: 'field', header: 'Field', cell: ({ label }) => label },
  {
    key: 'theirs',
    header: 'Theirs',
    breakable: true,
    cell: ({ theirs }) => <span className={styles['value']}>{theirs}</span>,
  },
  {
    key: 'mine',
    header: 'Yours',
    breakable: true,
    cell: ({ mine }) => <span className={styles['value']}>{mine}</span>,
  },
];

const NAMES = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Shows another administrator's version beside the typed values and lets the administrator choose. Nothing is lost before the choice. */
export const EditConflict = ({ differences: changed, saved, busy, onTakeTheirs, onSaveMine }: Props) => {
  const differences = changed.filter(({ theirs, mine }) => theirs !== mine);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles['conflict']} aria-labelledby="edit-conflict">
      <h2 id="edit-conflict" ref={heading} tabIndex={-1}>
        Somebody else saved first
      </h2>
      <p>
        {differences.length === 0
          ? 'They saved this while you had it open, without a visible change.'
          : `They changed the ${NAMES.format(differences.map(({ label }) => label.toLowerCase()))} while you had this open.`}{' '}
        {saved !== undefined && `The last save is by ${saved.by}, ${formatDateTime(saved.at)}. `}
        Your changes are not saved, and everything that you typed is still here.
      </p>
      {differences.length > 0 && (
        <Table caption="Differences" columns={COLUMNS} rows={differences} rowKey={({ field }) => field} />
      )}
      <Actions end>
        <Button onClick={onTakeTheirs} disabled={busy}>
          Use their version
        </Button>
        <Button variant="primary" onClick={onSaveMine} busy={busy} busyLabel="Saving...">
          Overwrite with mine
        </Button>
      </Actions>
    </section>
  );
};
