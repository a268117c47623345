/** The four competitions of a tournament with their ids (specification, section 3). */
export const COMPETITIONS = [
  { id: 'prepared_speech', name: 'Prepared Speech', text: '7 minutes, your own words, known before the day.' },
  { id: 'prepared_acting', name: 'Prepared Acting', text: '7 minutes of somebody else’s words, performed by you.' },
  {
    id: 'spontaneous_speech',
    name: 'Spontaneous Speech',
    text: 'One of three topics, 2 minutes to think, then you speak.',
  },
  { id: 'spontaneous_debate', name: 'Spontaneous Debate', text: 'One motion, one opponent, sides decided by a coin.' },
] as const;

export type Competition = (typeof COMPETITIONS)[number]['id'];
