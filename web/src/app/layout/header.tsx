import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { BrandMark } from '../../components/art/brand-mark.tsx';
import { Button } from '../../components/ui/button.tsx';
import { MenuIcon } from '../../components/ui/icons.tsx';
import { LinkButton } from '../../components/ui/link-button.tsx';
import { useAssociation } from '../../lib/association.ts';
import { pathTo } from '../../config/paths.ts';
import { useMemberToken } from '../../lib/member-session.ts';
import styles from './header.module.css';
import { NavigationLink } from './nav-link.tsx';
import { HEADER_LINKS } from './navigation.ts';

// Only small screens open it, and only when asked.
const Menu = lazy(() => import('./menu.tsx'));

export const Header = () => {
  const association = useAssociation();
  const isSignedIn = useMemberToken() !== null;
  const [menuOpen, setMenuOpen] = useState(false);
  const [menuNeeded, setMenuNeeded] = useState(false);
  const links = HEADER_LINKS.filter((item) => !(isSignedIn && item.to === pathTo('register')));
  const entrance = isSignedIn
    ? { label: 'Dashboard', to: pathTo('dashboard') }
    : { label: 'Member Login', to: pathTo('login') };

  const openMenu = () => {
    setMenuNeeded(true);
    setMenuOpen(true);
  };

  return (
    <header className={styles['header']}>
      <div className={`page ${styles['row']}`}>
        <Link to={pathTo('home')} className={styles['brand']} aria-label={`${association.name}, home`}>
          <BrandMark />
          {association.name}
        </Link>
        <nav className={styles['nav']} aria-label="Main">
          {links.map((item) => (
            <NavigationLink key={item.label} item={item} className={styles['link']} />
          ))}
        </nav>
        <div className={styles['actions']}>
          <NavigationLink item={entrance} className={styles['link']} />
          {!isSignedIn && (
            <LinkButton to={pathTo('register')} variant="primary" size="small">
              Join Now
            </LinkButton>
          )}
        </div>
        <Button size="small" variant="quiet" className={styles['menuButton']} onClick={openMenu} aria-haspopup="dialog">
          <MenuIcon />
          Menu
        </Button>
      </div>
      {menuNeeded && (
        <Suspense>
          <Menu
            open={menuOpen}
            onClose={() => setMenuOpen(false)}
            links={links}
            entrance={entrance}
            canJoin={!isSignedIn}
          />
        </Suspense>
      )}
    </header>
  );
};
