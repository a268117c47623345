import type { ReactNode } from 'react';

/** Line icons drawn with the pen of the flow sheet. Decoration: their meaning is always said in words as well. */
export const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    width="1.25em"
    height="1.25em"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.9"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);

export const CrossIcon = () => (
  <Icon>
    <path d="M5.5 5.5 18.5 18.5M18.5 5.5 5.5 18.5" />
  </Icon>
);
export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h11M4 17h16" />
  </Icon>
);
export const ArrowIcon = () => (
  <Icon>
    <path d="M4 12h15M13.5 6.5 19 12l-5.5 5.5" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon>
    <path d="m4.5 12.8 5 5L19.5 6.6" />
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
