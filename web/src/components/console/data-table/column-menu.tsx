import { ColumnsIcon } from '../table-icons.tsx';
import { Menu, MenuCheckbox } from '../../ui/menu.tsx';
import type { DataColumn } from './data-column.ts';
import styles from './data-list.module.css';

interface Props<T> {
  columns: readonly DataColumn<T>[];
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}

/** Chooses the columns of a list. The first one, which names the rows, always stays. */
export const ColumnMenu = <T,>({ columns, hidden, onChange }: Props<T>) => {
  const choosable = columns.slice(1).filter(({ isFixed }) => isFixed !== true);
  return (
    <Menu
      label="Columns"
      trigger={
        <>
          <ColumnsIcon />
          Columns
        </>
      }
      triggerClass={styles['trigger']}
    >
      {() =>
        choosable.map(({ key, header }) => (
          <MenuCheckbox
            key={key}
            checked={!hidden.includes(key)}
            onChange={(isShown) => onChange(isShown ? hidden.filter((other) => other !== key) : [...hidden, key])}
          >
            {header}
          </MenuCheckbox>
        ))
      }
    </Menu>
  );
};
