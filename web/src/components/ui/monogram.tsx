import { initialsOf, strokesOf } from '../../lib/monogram.ts';
import styles from './monogram.module.css';

/** A person without a photograph: the initials on a scrap of flow sheet, whose two strokes are the name's own. */
export const Monogram = ({ name }: { name: string }) => {
  const { aff, neg } = strokesOf(name);
  return (
    <svg className={styles['monogram']} viewBox="0 0 44 44" aria-hidden="true">
      <rect x=".5" y=".5" width="43" height="43" rx="10" fill="var(--sheet)" stroke="var(--rule-strong)" />
      <path d="M15 1v42M29 1v42" stroke="var(--rule)" />
      <path d={aff} stroke="var(--aff)" strokeWidth="2.4" strokeLinecap="round" fill="none" />
      <path d={neg} stroke="var(--neg)" strokeWidth="2.4" strokeLinecap="round" fill="none" />
      <text className={styles['letters']} x="22" y="25" textAnchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  );
};
