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
export const CheckIcon = () => (
  <Icon>
    <path d="m4.5 12.8 5 5L19.5 6.6" />
  </Icon>
);
