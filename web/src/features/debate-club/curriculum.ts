interface Block {
  /** The two weeks. */
  weeks: readonly [number, number];
  name: string;
  text: string;
  /** The practice of each of the two weeks. */
  sessions: readonly [string, string];
  /** The skill that the block leaves. */
  leaves: string;
}

/** Eight weeks in four blocks of two. The curriculum repeats when it ends, a division harder for members who want it. */
export const CURRICULUM: readonly Block[] = [
  {
    weeks: [1, 2],
    name: 'Find your voice',
    text: 'Stand, breathe, begin. Short speeches, many of them.',
    sessions: ['One minute on anything', 'Openings, pauses, endings'],
    leaves: 'A minute you can give without notes',
  },
  {
    weeks: [3, 4],
    name: 'Build the case',
    text: 'An argument is a piece of furniture: it needs legs.',
    sessions: ['Claim, reason, example', 'Evidence, and what it does not prove'],
    leaves: 'A three-point case on both sides of a motion',
  },
  {
    weeks: [5, 6],
    name: 'Meet the clash',
    text: 'Now somebody answers. You keep a flow and answer back.',
    sessions: ['Flowing and refuting', 'Questions under fire'],
    leaves: 'A rebuttal made from your own notes',
  },
  {
    weeks: [7, 8],
    name: 'Hold the floor',
    text: 'Everything together, at speed, with a decision at the end.',
    sessions: ['Weighing, and the last word', 'A full round, judged'],
    leaves: 'A whole debate, won or lost, and written feedback on it',
  },
];
