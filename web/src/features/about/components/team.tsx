import { Stack } from '../../../components/ui/layout.tsx';
import { Monogram } from '../../../components/ui/monogram.tsx';
import { association } from '../../../config/association.ts';
import { team } from '../../../config/team.ts';
import { cx } from '../../../lib/cx.ts';
import styles from './team.module.css';

const [founder, ...coaches] = team.people;

/** The founder, then everybody else. A person without a photograph gets a monogram. */
export const Team = () => (
  <section className={`page ${styles['team']}`} aria-labelledby="team-title">
    <div className={styles['head']}>
      <h2 id="team-title">Who will be listening</h2>
      {team.isSample && (
        <p className={styles['sample']}>
          {association.name} is a sample association, and these are placeholders: the roles are real, the names are the
          alphabet’s.
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
      {coaches.map(({ name, role, side, text }) => (
        <li key={name} className={cx(styles['coach'], styles[side])}>
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
