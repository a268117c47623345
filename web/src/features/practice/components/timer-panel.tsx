import { useId, type KeyboardEvent, type Ref } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { cx } from '../../../lib/cx.ts';
import { chime } from '../chime.ts';
import type { Practice, PracticeStore } from '../practice-store.ts';
import {
  clockFace,
  commandOf,
  fresh,
  inWords,
  LENGTH,
  MODE_NAMES,
  phaseOf,
  press,
  remaining,
  wordsAt,
  wordsAtStart,
  type Command,
  type Mode,
  type Phase,
} from '../timer.ts';
import styles from './timer-panel.module.css';
import { useCountdown } from './use-countdown.ts';

const MODES = [
  { value: 'prep', side: 'neg', label: MODE_NAMES.prep, note: '2 minutes' },
  { value: 'speech', side: 'aff', label: MODE_NAMES.speech, note: '7 minutes' },
] as const;

const PHASES: Readonly<Record<Phase, string>> = { ready: 'Ready', running: 'Running', paused: 'Paused', over: 'Time' };

const buttonLabel = (phase: Phase, mode: Mode): string => {
  switch (phase) {
    case 'ready':
      return 'Start';
    case 'running':
      return 'Pause';
    case 'paused':
      return 'Resume';
    case 'over':
      return mode === 'prep' ? 'Start the speech' : 'Start again';
  }
};

const SHORTCUTS: readonly [key: string, does: string][] = [
  ['S', 'start or pause'],
  ['R', 'reset'],
  ['P', 'preparation'],
  ['T', 'speech'],
];

/** The elapsed time, as a line through the columns of the minutes. */
const Track = ({ mode, left }: { mode: Mode; left: number }) => {
  const minutes = LENGTH[mode] / 60_000;
  return (
    <svg className={styles['track']} viewBox="0 0 700 24" preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: minutes + 1 }, (_minute, index) => (
        <path
          key={index}
          d={`M${(index * 700) / minutes} 0v24`}
          stroke="var(--rule-strong)"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path
        d={`M0 12h${(1 - left / LENGTH[mode]) * 700}`}
        className={styles['pen']}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
};

interface Props {
  practice: Practice;
  change: PracticeStore['change'];
  /** The last announcement of the timer, and the function that makes one. */
  said: string;
  say: (words: string) => void;
  /** The topic that is being prepared, if one was chosen. */
  topic: string | null;
  ref: Ref<HTMLElement>;
}

/**
 * The two timers in one panel. Its single-key shortcuts work only while the focus is within it, so that nobody triggers them by
 * accident (WCAG 2.1.4). Screen readers announce the marks, not each second.
 */
export const TimerPanel = ({ practice: { timer, hasSound }, change, said, say, topic, ref }: Props) => {
  const titleId = useId();
  const { now, look } = useCountdown(timer, (mark) => {
    say(wordsAt(timer.mode, mark));
    if (hasSound) chime(mark);
  });
  const { mode } = timer;
  const left = remaining(timer, now);
  const phase = phaseOf(timer, now);

  const obey = (command: Command) => {
    const instant = look();
    const next = command === 'start-or-pause' ? press(timer, instant) : fresh(command === 'reset' ? mode : command);
    change((before) => ({ ...before, timer: next }));
    if (phaseOf(next, instant) === 'running') say(wordsAtStart(phase === 'over' ? fresh(next.mode) : timer, instant));
    else if (command === 'start-or-pause') say(`Paused. ${inWords(remaining(next, instant))} left.`);
    else say(`${MODE_NAMES[next.mode]}, ${inWords(LENGTH[next.mode])}.`);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const command = commandOf(event);
    if (command === undefined || event.repeat) return;
    event.preventDefault();
    obey(command);
  };

  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={cx(styles['panel'], styles[mode], phase === 'over' && styles['over'])}
      onKeyDown={onKeyDown}
    >
      <h2 id={titleId}>Timer</h2>
      <SegmentedField
        label="Timer mode"
        labelHidden
        segments={MODES}
        value={mode}
        onChange={(event) => obey(event.target.value as Mode)}
      />
      <p className={styles['topic']}>{topic ?? 'Strike two topics of a group, and prepare the one that is left.'}</p>
      <div className={styles['face']}>
        <p className={styles['digits']} role="timer" aria-label="Time left">
          {clockFace(left)}
        </p>
        <p className={styles['phase']}>{PHASES[phase]}</p>
      </div>
      <Track mode={mode} left={left} />
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => obey('start-or-pause')}>
          {buttonLabel(phase, mode)}
        </Button>
        <Button onClick={() => obey('reset')}>Reset</Button>
      </div>
      <CheckboxField
        label="Sound at one minute, thirty seconds and the end"
        checked={hasSound}
        onChange={(event) => {
          const on = event.target.checked;
          change((before) => ({ ...before, hasSound: on }));
          // Plays a sample. Browsers also allow sound only after a press.
          if (on) chime(60_000);
        }}
      />
      <div className={styles['keys']}>
        <p>Keys, while the focus is in this panel:</p>
        <dl>
          {SHORTCUTS.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </section>
  );
};
