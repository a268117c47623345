import { announcementState, isAnnouncementLink } from '@lectern/contracts/content/announcement';
import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import { AnnouncementList } from '../../../components/announcements/announcement-list.tsx';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Cluster } from '../../../components/ui/layout.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { AUDIENCES } from '../audiences.ts';
import styles from './site-text-editor.module.css';

type Announcement = SiteTextValue<'announcements'>['announcements'][number];

const scheduleOf = ({ from, until }: Announcement, now: number): string => {
  switch (announcementState({ from, until }, now)) {
    case 'over':
      return `Ended ${formatDateTime(until!)}`;
    case 'ahead':
      return `From ${formatDateTime(from!)}`;
    case 'shown':
      return until === null ? 'Shown now' : `Shown until ${formatDateTime(until)}`;
  }
};
/** A time that is being typed is no time yet. */
const instantOrNull = (typed: string | null): string | null =>
  typed === null || Number.isNaN(Date.parse(typed)) ? null : typed;

/** Every announcement as its readers see it, with the readers and the times. */
export const AnnouncementsPreview = ({ announcements }: SiteTextValue<'announcements'>) => {
  const now = useProductMinute();
  if (announcements.length === 0) return <p>There is nothing new at the moment.</p>;
  return (
    <AnnouncementList
      className={styles['announcements']}
      announcements={announcements.map(({ title, text, link, linkText }) => ({
        title,
        text,
        link: isAnnouncementLink(link) ? { to: link, text: linkText } : null,
      }))}
      over={(index) => {
        const announcement = announcements[index]!;
        const times = { from: instantOrNull(announcement.from), until: instantOrNull(announcement.until) };
        return (
          <Cluster>
            <Badge tone={announcementState(times, now) === 'shown' ? 'ok' : 'wait'}>
              {scheduleOf({ ...announcement, ...times }, now)}
            </Badge>
            <Badge>{AUDIENCES[announcement.audience]}</Badge>
          </Cluster>
        );
      }}
    />
  );
};
