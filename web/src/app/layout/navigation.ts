import type { PageProfile } from '@lectern/contracts/page-profile';
import { FAQ_PATH, pathTo, type PageName } from '../../config/paths.ts';

export interface NavItem {
  label: string;
  to: string;
}

const toPages = (...entries: [label: string, page: PageName][]): NavItem[] =>
  entries.map(([label, page]) => ({ label, to: pathTo(page) }));

/** The header's links (specification, section 2, "Header"). */
export const HEADER_LINKS: readonly NavItem[] = [
  ...toPages(['How It Works', 'howItWorks'], ['Classes', 'classes'], ['Tournaments', 'tournaments']),
  { label: 'FAQs', to: FAQ_PATH },
  ...toPages(['Register', 'register']),
];

/** Only the menu of small screens has it. */
export const MENU_EXTRA: readonly NavItem[] = toPages(['Contact', 'contact']);

export const footerColumns = ({
  careersEmail,
  supportEmail,
}: PageProfile): readonly { title: string; links: readonly NavItem[] }[] => [
  {
    title: 'Programs',
    links: toPages(
      ['Debate Club', 'debateClub'],
      ['Classes', 'classes'],
      ['Tournaments', 'tournaments'],
      ['Resources', 'resources'],
    ),
  },
  {
    title: 'Membership',
    links: [
      ...toPages(['Register', 'register'], ['Subscribe', 'subscribe'], ['Member Login', 'login']),
      { label: 'FAQs', to: FAQ_PATH },
    ],
  },
  {
    title: 'Company',
    links: [
      ...toPages(['About', 'about'], ['Contact', 'contact'], ['Blog', 'resources']),
      ...(careersEmail === null ? [] : [{ label: 'Careers', to: `mailto:${careersEmail}` }]),
    ],
  },
  {
    title: 'Support',
    links: [
      ...toPages(['Contact', 'contact'], ['Privacy', 'privacy'], ['Terms', 'terms'], ['Refunds', 'refunds']),
      { label: 'Email Support', to: `mailto:${supportEmail}` },
    ],
  },
];
