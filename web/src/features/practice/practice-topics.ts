/** Three topics of like weight, of which two are struck. */
export interface TopicGroup {
  id: number;
  statements: readonly [string, string, string];
}

const GROUPS: readonly TopicGroup['statements'][] = [
  [
    'Employers should publish the pay of every position.',
    'A four-day week at full pay should be the legal standard for office work.',
    'Companies should be barred from contacting employees outside working hours.',
  ],
  [
    'Creative works made mostly by artificial intelligence should carry a label.',
    'Schools should teach students to write with AI tools rather than forbid them.',
    'Companies that replace workers with AI should pay into a fund that retrains them.',
  ],
  [
    'Breakfast is a better meal to share with friends than dinner.',
    'The book is almost always better than the film.',
    'A new city is better explored without a map.',
  ],
  [
    'City centers should be closed to private cars.',
    'Public transport should be free for everybody who rides it.',
    'Cities should abolish rules that allow nothing but single-family houses.',
  ],
  [
    'Voting in national elections should be compulsory.',
    'The voting age should be lowered to sixteen.',
    'Citizens chosen by lot should hold a share of the seats in parliament.',
  ],
  [
    'It is sometimes right to lie to a friend.',
    'Loyalty is a greater virtue than honesty.',
    'We owe more to our neighbors than to strangers far away.',
  ],
  [
    'Social networks should be closed to everybody under sixteen.',
    'Platforms should be liable for the content that their algorithms recommend.',
    'People should have to use their real names online.',
  ],
  [
    'Group chats do friendships more harm than good.',
    'Small talk deserves more respect than it gets.',
    'Surprise parties please the hosts more than the guests.',
  ],
  [
    'Universities should admit students by lottery among all who qualify.',
    'Homework should be abolished in primary schools.',
    'Public speaking should be a required subject in every school.',
  ],
  [
    'Nuclear power should be a central part of the answer to climate change.',
    'Rich countries should pay poorer ones for the damage that climate change causes.',
    'Short flights should be banned wherever a train takes less than four hours.',
  ],
  [
    'Sugary drinks should be taxed as heavily as tobacco.',
    'Every adult should be an organ donor unless they opt out.',
    'All advertising for gambling should be banned.',
  ],
  [
    'Talent matters less to success than persistence does.',
    'A hard life is a better teacher than a comfortable one.',
    'Ambition does the world more good than contentment.',
  ],
  [
    'Every adult should receive an unconditional basic income.',
    'Half of every large inheritance should go to the public.',
    'Rent increases should be capped by law.',
  ],
  [
    'Museums should let their visitors touch more and read less.',
    'Applause between the movements of a concert should be welcome.',
    'Prizes for works of art do the arts more harm than good.',
  ],
  [
    'Prisons should aim at rehabilitation rather than punishment.',
    'Professional judges should decide criminal cases instead of juries.',
    'Criminal records should be erased after ten years without another offense.',
  ],
  [
    'Governments should have no way into encrypted messages, even with a warrant.',
    'Facial recognition should be banned in public places.',
    'People should be able to sell the data that is collected about them.',
  ],
  [
    'The Olympic Games should always be held in the same place.',
    'Professional sports should allow performance-enhancing drugs under medical supervision.',
    'College athletes should have the rights of employees.',
  ],
  [
    'Money for crewed space travel should go to exploring the oceans instead.',
    'Parents should be allowed to edit the genes of their children to prevent disease.',
    'Experiments on animals should end, even where that delays new medicine.',
  ],
  [
    'Everybody should live alone for at least a year.',
    'Renting a home is wiser than owning one.',
    'A job that one loves is worth a smaller paycheck.',
  ],
  [
    'Debating teaches people to win more than it teaches them to listen.',
    'A good question is worth more than a good answer.',
    'Changing one’s mind in public is a sign of strength.',
  ],
];

/** Sixty topics in twenty numbered groups of three (specification, section 2, "Practice topics"). */
export const PRACTICE_TOPICS: readonly TopicGroup[] = GROUPS.map((statements, index) => ({
  id: index + 1,
  statements,
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
