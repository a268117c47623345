import { Button } from '../../../components/ui/button.tsx';
import styles from './theirs.module.css';

/** What a form holds. */
type Shown = string | number | null | undefined;

interface Props<T extends { [K in keyof T]: Shown }> {
  /** What people read of the fields. */
  labels: Readonly<Record<keyof T & string, string>>;
  mine: T;
  theirs: T;
  onTake: () => void;
  onOverwrite: () => void;
  isPending: boolean;
}

const shown = (value: Shown): string => (value === '' || value == null ? '(empty)' : String(value));

/** What somebody else saved meanwhile beside what is typed here, and the two ways on. Nothing typed is lost until one is chosen. */
export const Theirs = <T extends { [K in keyof T]: Shown }>({ labels, mine, theirs, onTake, onOverwrite, isPending }: Props<T>) => {
  const names = (Object.keys(labels) as (keyof T & string)[]).filter((name) => shown(mine[name]) !== shown(theirs[name]));
  return (
    <section className={styles['theirs']} role="alert" aria-label="Somebody else changed this meanwhile">
      <h2>Somebody else changed this meanwhile</h2>
      {names.length === 0 ? (
        <p>What they saved says the same as yours.</p>
      ) : (
        names.map((name) => (
          <div key={name} className={styles['field']}>
            <h3>{labels[name]}</h3>
            <div className={styles['pair']}>
              <div>
                <p className={styles['whose']}>Theirs, saved</p>
                <pre>{shown(theirs[name])}</pre>
              </div>
              <div>
                <p className={styles['whose']}>Yours, typed here</p>
                <pre>{shown(mine[name])}</pre>
              </div>
            </div>
          </div>
        ))
      )}
      <div className={styles['ways']}>
        <Button onClick={onTake} disabled={isPending}>
          Take theirs
        </Button>
        <Button variant="danger" onClick={onOverwrite} busy={isPending} busyLabel="Saving...">
          Save mine over it
        </Button>
      </div>
    </section>
  );
};
