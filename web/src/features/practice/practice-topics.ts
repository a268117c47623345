import type { SiteTextValue } from '@lectern/contracts/content/site-text';

/** Three topics of like weight, of which two are struck. */
export interface TopicGroup {
  /** Its number on the page, from 1. */
  id: number;
  statements: readonly [string, string, string];
}

/** The groups in the order of the page. The browser stores by number which topics a member struck. */
export const groupsOf = ({ groups }: SiteTextValue<'practiceTopics'>): readonly TopicGroup[] =>
  groups.map(({ firstTopic, secondTopic, thirdTopic }, index) => ({
    id: index + 1,
    statements: [firstTopic, secondTopic, thirdTopic],
  }));

/** How to use them. */
export const TIPS = [
  {
    name: 'Striking topics',
    text: 'Take one group and strike the two topics that you would rather not argue. With a partner, strike in turns. What is left is your topic.',
  },
  {
    name: 'Quick prep',
    text: 'Take no more than two minutes to find two or three arguments for each side. Write key words, not sentences.',
  },
  {
    name: 'Research',
    text: 'Pick a group a week and read on all three topics, on both sides. An example that you know well beats five that you have heard of.',
  },
  {
    name: 'Practice rounds',
    text: 'Speak for seven minutes, out loud, standing up. Then take the other side of the same topic, which is where one learns most.',
  },
] as const;
