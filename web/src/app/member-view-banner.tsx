import { createRoot } from 'react-dom/client';
import { Button } from '../components/ui/button.tsx';
import { pathTo } from '../config/paths.ts';
import { useMemberToken } from '../lib/member-session.ts';
import { dropMemberView, leaveMemberView, viewedName } from '../lib/member-view.ts';
import styles from './member-view-banner.module.css';

/** Stays on every page of a tab in which an administrator sees the site as a member. */
const Banner = ({ name }: { name: string }) => {
  const isOver = useMemberToken() === null;
  return (
    <aside aria-label="View as member" className={styles['banner']} data-member-view="">
      <p className="breakable">
        {isOver ? `Your view as ${name} has ended.` : `You see this as ${name}. You can only read pages.`}
      </p>
      <Button size="small" onClick={leaveMemberView}>
        Leave
      </Button>
    </aside>
  );
};

/** Beside the root of the application, which may be a prerendered page. The console is the administrator's own, and ends the view. */
export const showBanner = (): void => {
  const name = viewedName();
  if (window.location.pathname.startsWith(pathTo('admin'))) dropMemberView();
  else if (name !== null) {
    const element = document.createElement('div');
    element.className = styles['place']!;
    document.body.append(element);
    createRoot(element).render(<Banner name={name} />);
  }
};
