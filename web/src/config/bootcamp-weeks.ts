/** The four competitions in the order in which they are practiced (specification, section 2, "Classes"). */
export const BOOTCAMP_WEEKS = [
  {
    side: 'prepared',
    name: 'Prepared Speech',
    text: 'Seven minutes on something you care about, written, cut and known by heart. You learn where to stand, when to stop, and which paragraph to throw away.',
    leaves: 'A finished speech',
  },
  {
    side: 'spontaneous',
    name: 'Spontaneous Speech',
    text: 'A subject you have not seen, two minutes to think, and then you speak. Three frames that always hold, and what to say while the fourth one is still coming.',
    leaves: 'A beginning that never fails',
  },
  {
    side: 'prepared',
    name: 'Prepared Acting',
    text: 'A scene, a poem or a monologue that somebody else wrote, made yours. Voice, silence, and what your face does in between.',
    leaves: 'A piece you can perform',
  },
  {
    side: 'spontaneous',
    name: 'Spontaneous Debate',
    text: 'A motion you hear in the room, and a side decided by a coin. You build a case, keep a flow of theirs, answer it, and weigh the two at the end.',
    leaves: 'A full round, with a decision',
  },
] as const;
