import type { Permission } from '@lectern/contracts/identity/permission';
import type { ReactNode } from 'react';

export interface DataColumn<T> {
  /** Its name on this device and in saved views. */
  readonly key: string;
  readonly header: string;
  /** One line. Text that does not fit is cut off; the tooltip has the whole of it. */
  readonly cell: (row: T) => ReactNode;
  readonly align?: 'start' | 'end';
  /** For names, addresses and texts, which get the room. */
  readonly isLong?: boolean;
  /** The server's name of this order; makes the header a button. */
  readonly sort?: string;
  /** A column of buttons, which always stays. */
  readonly isFixed?: boolean;
  /** Not shown until an administrator chooses it. */
  readonly isExtra?: boolean;
  /** Staff without it do not see the column. */
  readonly permission?: Permission;
}

/** An action on one row, or the page that is opened instead. */
export interface RowAction {
  readonly label: string;
  readonly onSelect?: () => void;
  readonly to?: string;
  readonly danger?: boolean;
  /** Staff without it do not see the action. */
  readonly permission?: Permission;
  /** Why it cannot be done with this row. */
  readonly unavailable?: string;
}

/** How rows are named, opened and acted on. */
export interface RowBehavior<T> {
  /** Names a row in the labels of its controls: "Actions for Ada Okafor". */
  readonly rowName: (row: T) => string;
  /** The page that a row opens by a click or by Enter, if it has one. */
  readonly rowPage?: (row: T) => string | undefined;
  /** The row's menu. Without it there is no column for one; a row without actions has none. */
  readonly rowActions?: (row: T) => readonly RowAction[];
}
