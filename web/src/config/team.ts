/**
 * The people who run the association, as `/about` shows them. These are invented placeholders of the sample association, in
 * alphabetical order: an association that adopts the software writes its own people here and sets `isSample` to false.
 */
export const team = {
  isSample: true,
  people: [
    {
      name: 'Alex A.',
      role: 'Founder and head coach',
      side: 'aff',
      text: 'Opens the session, keeps the time, and still gets nervous before the first sentence. Says so, too.',
    },
    {
      name: 'Blake B.',
      role: 'Coach, development division',
      side: 'neg',
      text: 'Teaches the first minute: where to stand, what to leave out, and how to stop when you are done.',
    },
    {
      name: 'Casey C.',
      role: 'Coach, professional division',
      side: 'aff',
      text: 'Judges full rounds with a flow and a decision, and explains the decision until you could have made it.',
    },
    {
      name: 'Devon D.',
      role: 'Tournament director',
      side: 'neg',
      text: 'Pairs the rounds, briefs the judges, and answers the question about time zones for the hundredth time.',
    },
    {
      name: 'Ellis E.',
      role: 'Member support',
      side: 'aff',
      text: 'Reads what you write to us and replies within 24 hours. Usually with the answer.',
    },
  ],
} as const;
