import { Icon } from './icons.tsx';

// Apart from `icons.tsx`, which every page of visitors loads.

export const ArrowIcon = () => (
  <Icon>
    <path d="M4 12h15M13.5 6.5 19 12l-5.5 5.5" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />
  </Icon>
);
export const OutIcon = () => (
  <Icon>
    <path d="M8 5h11v11M19 5 6 18" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </Icon>
);
export const CopyIcon = () => (
  <Icon>
    <path d="M9 8.5h10.5V20H9zM15 5H4.5v11" />
  </Icon>
);
