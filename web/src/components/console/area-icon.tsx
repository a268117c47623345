import type { ReactNode } from 'react';
import type { ConsoleAreaName } from '../../config/console-areas.ts';
import { Icon } from '../ui/icons.tsx';

const DRAWINGS: Record<ConsoleAreaName, ReactNode> = {
  Home: <path d="M4 11 12 4l8 7v9h-5.5v-6h-5v6H4z" />,
  People: (
    <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c.4-4 3-6 6.5-6s6.1 2 6.5 6M15.5 4.3a3.5 3.5 0 0 1 0 6.5M18 14.6c2 .8 3.2 2.6 3.5 5.4" />
  ),
  Membership: <path d="M3.5 6h17v12h-17zM7 14.5h5M7 10.5h3M15.5 10h2" />,
  Tournaments: (
    <path d="M7.5 4h9v5a4.5 4.5 0 0 1-9 0zM7.5 5.5H4c0 3 1.2 4.5 3.6 4.8M16.5 5.5H20c0 3-1.2 4.5-3.6 4.8M12 13.5V18M8 20h8" />
  ),
  Bootcamps: <path d="m2.5 9.5 9.5-4 9.5 4-9.5 4zM6.5 11.5v4.8c3 2.6 8 2.6 11 0v-4.8M21.5 9.5V15" />,
  Inbox: <path d="M3.5 13.5 6.5 5h11l3 8.5V19h-17zM3.5 13.5h5l1.2 2.5h4.6l1.2-2.5h5" />,
  Email: <path d="M3.5 6h17v12.5h-17zM4 7l8 6 8-6" />,
  Content: <path d="M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4" />,
  Payments: (
    <path d="M12 3.5v17M16.5 7.5C15.8 6.2 14.2 5.5 12 5.5c-2.6 0-4.4 1.2-4.4 3.1 0 4.6 9 2.2 9 6.8 0 1.9-1.9 3.1-4.6 3.1-2.3 0-4-.8-4.7-2.1" />
  ),
  Analytics: <path d="M4 20h16M6.5 16v-4M12 16V6M17.5 16V9.5" />,
  Settings: <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4" />,
  System: <path d="M4 5h16v5.5H4zM4 13.5h16V19H4zM7.5 7.8h.01M7.5 16.3h.01" />,
};

export const AreaIcon = ({ area }: { area: ConsoleAreaName }) => <Icon>{DRAWINGS[area]}</Icon>;

export const NarrowIcon = () => (
  <Icon>
    <path d="M4 5h16v14H4zM9 5v14M16 9.5l-2.5 2.5 2.5 2.5" />
  </Icon>
);
