export type Mode = 'prep' | 'speech';

/** Two minutes to prepare (specification, section 9), seven to speak. In milliseconds. */
export const LENGTH: Readonly<Record<Mode, number>> = { prep: 2 * 60_000, speech: 7 * 60_000 };

/**
 * A timer stores when it ends and counts no ticks, so that it is right after the browser slept or was closed: the time left is computed
 * from the end.
 */
export interface Timer {
  mode: Mode;
  /** When it ends, in milliseconds since 1970; null while it stands still. */
  endsAt: number | null;
  /** Milliseconds that are left while it stands still. */
  left: number;
}

export type Phase = 'ready' | 'running' | 'paused' | 'over';

/** A timer of that mode with all its time, standing still. */
export const fresh = (mode: Mode): Timer => ({ mode, endsAt: null, left: LENGTH[mode] });

/** Milliseconds left, at most the length of the mode: setting the clock back gives no extra time. */
export const remaining = ({ mode, endsAt, left }: Timer, now: number): number =>
  Math.min(LENGTH[mode], Math.max(0, endsAt === null ? left : endsAt - now));

export const phaseOf = (timer: Timer, now: number): Phase => {
  const left = remaining(timer, now);
  if (left === 0) return 'over';
  if (timer.endsAt !== null) return 'running';
  return left === LENGTH[timer.mode] ? 'ready' : 'paused';
};

/** Starts it or goes on; one that is over begins again. One that runs is left alone. */
export const start = (timer: Timer, now: number): Timer => {
  switch (phaseOf(timer, now)) {
    case 'running':
      return timer;
    case 'over':
      return { ...timer, endsAt: now + LENGTH[timer.mode], left: LENGTH[timer.mode] };
    case 'ready':
    case 'paused':
      return { ...timer, endsAt: now + timer.left };
  }
};

export const pause = (timer: Timer, now: number): Timer => ({ ...timer, endsAt: null, left: remaining(timer, now) });

/** The action of the one big button: start, pause, continue. After the preparation comes the speech. */
export const press = (timer: Timer, now: number): Timer => {
  const phase = phaseOf(timer, now);
  if (phase === 'running') return pause(timer, now);
  return start(phase === 'over' && timer.mode === 'prep' ? fresh('speech') : timer, now);
};

/** "2:00", "0:07": the second that has begun counts, so that 0:00 is shown at the end and not before. */
export const clockFace = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const MARKS = [0, 30_000, 60_000] as const;
export type Mark = (typeof MARKS)[number];

/** The mark that was passed between two readings of the time left, in milliseconds: of several, the last one. */
export const markPassed = (before: number, after: number): Mark | undefined =>
  MARKS.find((mark) => before > mark && after <= mark);

export const MODE_NAMES: Readonly<Record<Mode, string>> = { prep: 'Preparation', speech: 'Speech' };

/** The announcement at a mark. */
export const wordsAt = (mode: Mode, mark: Mark): string => {
  switch (mark) {
    case 60_000:
      return 'One minute left.';
    case 30_000:
      return 'Thirty seconds left.';
    case 0:
      return `Time. ${MODE_NAMES[mode]} is over.`;
  }
};

/** The announcement when the timer starts or continues: "Preparation started. 2 minutes." */
export const wordsAtStart = (timer: Timer, now: number): string => {
  const left = remaining(timer, now);
  return left === LENGTH[timer.mode]
    ? `${MODE_NAMES[timer.mode]} started. ${left / 60_000} minutes.`
    : `${MODE_NAMES[timer.mode]} goes on. ${inWords(left)} left.`;
};

/** "1 minute 5 seconds". */
export const inWords = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1_000);
  const part = (count: number, unit: string) => (count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]);
  return [...part(Math.floor(seconds / 60), 'minute'), ...part(seconds % 60, 'second')].join(' ') || '0 seconds';
};

export type Command = 'start-or-pause' | 'reset' | Mode;

const KEYS: Readonly<Record<string, Command>> = { s: 'start-or-pause', r: 'reset', p: 'prep', t: 'speech' };

/** The command of a key. Keys with Ctrl, Alt or the system's key belong to the browser. */
export const commandOf = ({
  key,
  ctrlKey,
  altKey,
  metaKey,
}: {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}): Command | undefined => {
  const name = key.toLowerCase();
  return ctrlKey || altKey || metaKey || !Object.hasOwn(KEYS, name) ? undefined : KEYS[name];
};
