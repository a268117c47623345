import type { z } from 'zod/mini';
import type { shownAnnouncement } from '@lectern/contracts/content/announcement';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Stack } from '../ui/layout.tsx';

interface Props {
  announcements: readonly z.output<typeof shownAnnouncement>[];
  /** Content above an announcement. */
  over?: (index: number) => ReactNode;
  /** Of the list. Its places style it: a style sheet that they shared would be one more file to name on every page. */
  className: string | undefined;
}

/** Announcements as the dashboard shows them. */
export const AnnouncementList = ({ announcements, over, className }: Props) => (
  <Stack as="ul" gap={5} className={className}>
    {announcements.map(({ title, text, link }, index) => (
      <li key={index}>
        {over?.(index)}
        <h3>{title}</h3>
        <p>{text}</p>
        {link !== null &&
          (link.to.startsWith('/') ? <Link to={link.to}>{link.text}</Link> : <a href={link.to}>{link.text}</a>)}
      </li>
    ))}
  </Stack>
);
