import type { TimelineKind } from '@lectern/contracts/person-timeline';
import styles from './timeline.module.css';

const PATHS: Record<TimelineKind, string> = {
  account: 'M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  membership: 'M4 6.5h16v11H4zM4 10.5h16M7 14.5h4',
  payments:
    'M12 4v16M16 7.5c-1-1.3-2.4-1.8-4-1.8-2.3 0-4 1.1-4 3 0 4.4 8.2 2.2 8.2 6.6 0 2-1.8 3.2-4.2 3.2-1.8 0-3.4-.6-4.4-2',
  registrations: 'M5 5.5h14v14H5zM5 9.5h14M9 3.5v4M15 3.5v4M9 14.5l2 2 4-4',
  mail: 'M4 6.5h16v11H4zM4 7l8 6.5L20 7',
  newsletter: 'M5 5h14v14H5zM8 9h8M8 12h8M8 15h5',
  administration: 'M12 4l7 2.5v5c0 4.5-3 7-7 8.5-4-1.5-7-4-7-8.5v-5z',
};

/** An icon for the kind of a timeline item. It is decorative: text beside it names the kind. */
export const KindIcon = ({ kind }: { kind: TimelineKind }) => (
  <svg
    className={styles['icon']}
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[kind]} />
  </svg>
);
