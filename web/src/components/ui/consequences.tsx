import type { ReactNode } from 'react';
import styles from './consequences.module.css';
import { CheckIcon, CrossIcon } from './icons.tsx';

/** A list of losses and of the things that stay. */
export const Consequences = ({ children }: { children: ReactNode }) => <ul className={styles['list']}>{children}</ul>;

export const Lost = ({ children }: { children: ReactNode }) => (
  <li>
    <CrossIcon />
    {children}
  </li>
);

export const Kept = ({ children }: { children: ReactNode }) => (
  <li className={styles['kept']}>
    <CheckIcon />
    {children}
  </li>
);
