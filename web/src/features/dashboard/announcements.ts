import type { PageName } from '../../config/paths.ts';

interface Announcement {
  title: string;
  text: string;
  page: PageName;
  link: string;
}

/** Latest Updates & Announcements (specification, section 2, "Member dashboard"). Newest first; always two. */
export const ANNOUNCEMENTS: readonly [Announcement, Announcement] = [
  {
    title: 'Sixty topics to practice with',
    text: 'Strike a group down to one, prepare for two minutes and speak for seven. The page keeps the time, and remembers where you were.',
    page: 'practiceTopics',
    link: 'Practice a topic',
  },
  {
    title: 'Missed a session?',
    text: 'Its recording is typically there within a few hours. Watch it, then come to the next one.',
    page: 'recordings',
    link: 'Watch the recordings',
  },
];
