import type { Division } from '@lectern/contracts/fields';
import type { ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { Section } from '../page/section.tsx';
import styles from './divisions.module.css';

const SIDES = [
  { division: 'development', side: 'neg', name: 'Development' },
  { division: 'professional', side: 'aff', name: 'Professional' },
] as const;

interface Props {
  title: string;
  lead?: ReactNode;
  /** The audience of each division, and its activities. */
  says: Record<Division, { who: string; points: readonly string[] }>;
}

/** The two divisions as the two sides of a sheet, each in its ink. */
export const Divisions = ({ title, lead, says }: Props) => (
  <Section title={title} lead={lead}>
    <div className={styles['sides']}>
      {SIDES.map(({ division, side, name }) => (
        <div key={division} className={cx(styles['side'], styles[side])}>
          <h3>{name}</h3>
          <p className={styles['for']}>{says[division].who}</p>
          <ul>
            {says[division].points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  </Section>
);
