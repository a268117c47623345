import type { ReactNode } from 'react';

/** A preview that scrolls by keyboard, too. */
export const ScrollArea = ({
  label,
  className,
  children,
}: {
  label: string;
  className: string | undefined;
  children: ReactNode;
}) => (
  <section aria-label={label} data-preview="" className={className} tabIndex={0}>
    {children}
  </section>
);
