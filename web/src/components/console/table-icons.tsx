import { Icon } from '../ui/icons.tsx';

/* Apart from the other icons, because public pages load those. */

export const MoreIcon = () => (
  <Icon>
    <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3.4" />
  </Icon>
);
export const BookmarkIcon = () => (
  <Icon>
    <path d="M7 4.5h10V20l-5-4-5 4z" />
  </Icon>
);
export const ColumnsIcon = () => (
  <Icon>
    <path d="M4 5h16v14H4zM9.5 5v14M15 5v14" />
  </Icon>
);
