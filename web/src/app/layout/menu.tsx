import { Dialog } from '../../components/ui/dialog.tsx';
import { LinkButton } from '../../components/ui/link-button.tsx';
import { pathTo } from '../../config/paths.ts';
import styles from './header.module.css';
import { NavigationLink } from './nav-link.tsx';
import { MENU_EXTRA, type NavItem } from './navigation.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  links: readonly NavItem[];
  entrance: NavItem;
  canJoin: boolean;
}

/** The menu of small screens: slides in from the side, closes when a link is followed. */
export default function Menu({ open, onClose, links, entrance, canJoin }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Menu" placement="side">
      <nav className={styles['menu']} aria-label="Menu">
        {[...links, ...MENU_EXTRA].map((item) => (
          <NavigationLink key={item.label} item={item} onClick={onClose} />
        ))}
      </nav>
      <div className={styles['menuActions']}>
        <LinkButton to={entrance.to} onClick={onClose} wide>
          {entrance.label}
        </LinkButton>
        {canJoin && (
          <LinkButton to={pathTo('register')} onClick={onClose} variant="primary" wide>
            Join Now
          </LinkButton>
        )}
      </div>
    </Dialog>
  );
}
