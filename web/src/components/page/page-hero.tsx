import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { Actions } from '../ui/layout.tsx';
import { Lead, PageTitle } from './page-title.tsx';
import styles from './page-hero.module.css';

interface Props {
  title: ReactNode;
  lead: ReactNode;
  actions?: ReactNode;
  /** A line under the buttons, unless it is blank. */
  note?: ReactNode;
  /** The drawing beside the text. */
  art: ReactNode;
  /** `start` where the drawing may grow taller than the text. */
  align?: 'center' | 'start';
}

/** The top of a page: heading and buttons on one side of the sheet, a drawing on the other. */
export const PageHero = ({ title, lead, actions, note, art, align = 'center' }: Props) => (
  <header className={cx('page', styles['hero'], align === 'start' && styles['start'])}>
    <div className={styles['words']}>
      <PageTitle>{title}</PageTitle>
      <Lead className={styles['lead']}>{lead}</Lead>
      {actions !== undefined && <Actions className={styles['actions']}>{actions}</Actions>}
      {note !== undefined && note !== '' && <p className={styles['note']}>{note}</p>}
    </div>
    <div className={styles['art']}>{art}</div>
  </header>
);
