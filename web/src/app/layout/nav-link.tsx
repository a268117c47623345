import { Link, useLocation } from 'react-router-dom';
import { preloadScreen } from '../screens.ts';
import type { NavItem } from './navigation.ts';

interface Props {
  item: NavItem;
  className?: string | undefined;
  onClick?: () => void;
}

/** A link that is marked while its page is open. Links to a place on a page, and to mail, never are. */
export const NavigationLink = ({ item, className, onClick }: Props) => {
  const { pathname } = useLocation();
  if (item.to.startsWith('mailto:'))
    return (
      <a href={item.to} className={className}>
        {item.label}
      </a>
    );
  return (
    <Link
      to={item.to}
      className={className}
      onClick={onClick}
      onPointerEnter={() => preloadScreen(item.to)}
      onFocus={() => preloadScreen(item.to)}
      aria-current={pathname === item.to ? 'page' : undefined}
    >
      {item.label}
    </Link>
  );
};
