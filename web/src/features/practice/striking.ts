/** Which topics of each group are struck, by the group's number. */
export type Struck = Readonly<Record<number, readonly number[]>>;

const IN_A_GROUP = 3;
/** The last one cannot be struck: it is the topic. */
const MOST = IN_A_GROUP - 1;

export const struckIn = (struck: Struck, group: number): readonly number[] => struck[group] ?? [];

/** Strikes a topic, or undoes that. The last topic of a group stays. */
export const toggle = (struck: Struck, group: number, topic: number): Struck => {
  const before = struckIn(struck, group);
  if (before.includes(topic)) return { ...struck, [group]: before.filter((other) => other !== topic) };
  return before.length >= MOST ? struck : { ...struck, [group]: [...before, topic] };
};

/** Gives the group all its topics back. */
export const startOver = (struck: Struck, group: number): Struck => ({ ...struck, [group]: [] });

/** The one topic that is left, or null while more than one is. */
export const leftIn = (struck: Struck, group: number): number | null => {
  const gone = struckIn(struck, group);
  return gone.length < MOST ? null : ([0, 1, 2].find((topic) => !gone.includes(topic)) ?? null);
};

/** Cleans up a stored list of struck topics: known ones, each once, and never all of a group. */
export const tidy = (topics: readonly number[]): number[] =>
  [...new Set(topics)].filter((topic) => Number.isInteger(topic) && topic >= 0 && topic < IN_A_GROUP).slice(0, MOST);
