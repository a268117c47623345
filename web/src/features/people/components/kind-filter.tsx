import { TIMELINE_KINDS, type TimelineKind } from '@lectern/contracts/person-timeline';
import { formatCount } from '../../../lib/format.ts';
import { KIND_LABELS } from './kind-labels.ts';
import styles from './person.module.css';

interface Props {
  counts: Partial<Record<TimelineKind, number>>;
  chosen: TimelineKind | null;
  onChoose: (kind: TimelineKind | null) => void;
}

/** Filters a timeline by kind. It offers only kinds that have items, and the kind that the URL names. */
export const KindFilter = ({ counts, chosen, onChoose }: Props) => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const options = [
    { kind: null, label: 'Everything', count: all },
    ...TIMELINE_KINDS.filter((kind) => (counts[kind] ?? 0) > 0 || kind === chosen).map((kind) => ({
      kind,
      label: KIND_LABELS[kind],
      count: counts[kind] ?? 0,
    })),
  ];
  return (
    <div className={styles['kinds']} role="group" aria-label="Show">
      {options.map(({ kind, label, count }) => (
        <button
          key={label}
          type="button"
          className={styles['kind']}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          {label} <span className={styles['count']}>{formatCount(count)}</span>
        </button>
      ))}
    </div>
  );
};
