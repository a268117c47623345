import { MoreIcon } from '../table-icons.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { RowAction } from './data-column.ts';
import styles from './data-table.module.css';

/** The menu of a row. */
export const RowMenu = ({ name, actions }: { name: string; actions: readonly RowAction[] }) => (
  <Menu label={`Actions for ${name}`} trigger={<MoreIcon />} triggerClass={styles['more']}>
    {() =>
      actions.map(({ label, permission: _permission, ...action }) => (
        <MenuItem key={label} {...action}>
          {label}
        </MenuItem>
      ))
    }
  </Menu>
);
