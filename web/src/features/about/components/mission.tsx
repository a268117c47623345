import { Chamber } from './chamber.tsx';
import { Lead, PageTitle } from '../../../components/page/page-title.tsx';
import styles from './mission.module.css';

export const Mission = () => (
  <header className={`page ${styles['mission']}`}>
    <div className={styles['words']}>
      <PageTitle>Speaking is a skill. We practice it out loud.</PageTitle>
      <Lead className={styles['lead']}>
        Our mission is that any adult can stand up, say what they think and why, and sit down having been understood.
        That takes no talent. It takes turns, and somebody who listens.
      </Lead>
    </div>
    <Chamber />
  </header>
);
