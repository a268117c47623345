import { useId, useState, type ReactNode } from 'react';
import { cx } from '../../../lib/cx.ts';
import { CrossIcon } from '../../ui/icons.tsx';
import type { ListFilter, ListView } from '../list-view.ts';
import styles from './filter-chips.module.css';

interface Props {
  filters: readonly ListFilter[];
  view: ListView;
  onFilter: (key: string, value: string) => void;
  /** A further field, which stands before the chips. */
  children?: ReactNode;
}

const Chip = ({ filter, value, onFilter }: { filter: ListFilter; value: string } & Pick<Props, 'onFilter'>) => {
  const id = useId();
  return (
    <div className={cx(styles['chip'], value !== '' && styles['set'])}>
      <label htmlFor={id}>{filter.label}</label>
      {filter.isDay === true ? (
        <input id={id} type="date" value={value} onChange={(event) => onFilter(filter.key, event.target.value)} />
      ) : (
        <select id={id} value={value} onChange={(event) => onFilter(filter.key, event.target.value)}>
          <option value="">{filter.all}</option>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {value !== '' && (
        <button type="button" className={styles['clear']} onClick={() => onFilter(filter.key, '')}>
          <CrossIcon />
          <span className="visually-hidden">Clear {filter.label.toLowerCase()}</span>
        </button>
      )}
    </div>
  );
};

/**
 * The filters of a list, each a chip that names its choice and can be cleared. Where the list is narrow, several of them fold behind a
 * button, and those with a choice stay.
 */
export const FilterChips = ({ filters, view, onFilter, children }: Props) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isFoldable = filters.length > 1;
  const active = filters.filter(({ key }) => view.filters[key] !== undefined).length;
  return (
    <>
      {isFoldable && (
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Filters{active > 0 && ` (${active})`}
        </button>
      )}
      {children}
      {filters.length > 0 && (
        <div id={id} className={cx(styles['chips'], isFoldable && !isOpen && styles['folded'])}>
          {filters.map((filter) => (
            <Chip key={filter.key} filter={filter} value={view.filters[filter.key] ?? ''} onFilter={onFilter} />
          ))}
        </div>
      )}
    </>
  );
};
