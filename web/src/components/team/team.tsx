import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import { useId } from 'react';
import { useAssociation } from '../../lib/association.ts';
import { cx } from '../../lib/cx.ts';
import { Stack } from '../ui/layout.tsx';
import { Monogram } from '../ui/monogram.tsx';
import styles from './team.module.css';

/** The founder, then everybody else; nothing where there is nobody. A person without a photograph gets a monogram. */
export const Team = ({ isSample, people: [founder, ...coaches] }: SiteTextValue<'team'>) => {
  const association = useAssociation();
  const titleId = useId();
  if (founder === undefined) return null;
  return (
    <section className={`page ${styles['team']}`} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h2 id={titleId}>Who will be listening</h2>
        {isSample && (
          <p className={styles['sample']}>
            {association.name} is a sample association, and these are placeholders: the roles are real, the names are
            the alphabet’s.
          </p>
        )}
      </div>
      <div className={styles['founder']}>
        <Monogram name={founder.name} />
        <Stack gap={1}>
          <h3>{founder.name}</h3>
          <p className={styles['role']}>{founder.role}</p>
          <p className={styles['about']}>{founder.text}</p>
        </Stack>
      </div>
      <ul className={styles['coaches']}>
        {coaches.map(({ name, role, text }, index) => (
          <li key={index} className={cx(styles['coach'], styles[index % 2 === 0 ? 'neg' : 'aff'])}>
            <Monogram name={name} />
            <Stack gap={1}>
              <h3>{name}</h3>
              <p className={styles['role']}>{role}</p>
              <p>{text}</p>
            </Stack>
          </li>
        ))}
      </ul>
    </section>
  );
};
