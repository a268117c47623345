import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useMember } from '../../../lib/member-context.ts';
import { safeLocalStorage } from '../../../lib/token-store.ts';
import { createPracticeStore, type PracticeStore } from '../practice-store.ts';
import type { TopicGroup as Group } from '../practice-topics.ts';
import { leftIn, startOver, struckIn, toggle } from '../striking.ts';
import { fresh, start, wordsAtStart } from '../timer.ts';
import styles from './practice-page.module.css';
import { TimerPanel } from './timer-panel.tsx';
import { TopicGroup } from './topic-group.tsx';

/** Starts the preparation of a group's topic, and answers the text to announce. */
const beginPreparing = (store: PracticeStore, group: number): string => {
  const timer = fresh('prep');
  const now = Date.now();
  store.change((before) => ({ ...before, group, timer: start(timer, now) }));
  return wordsAtStart(timer, now);
};

/** The topics to strike, and the timers for preparation and speech. The browser stores both for each member. */
export const PracticePage = ({ groups }: { groups: readonly Group[] }) => {
  const { user } = useMember();
  const store = useMemo(
    () =>
      createPracticeStore(
        user.id,
        groups.map(({ id }) => id),
        safeLocalStorage(),
      ),
    [user.id, groups],
  );
  const practice = useSyncExternalStore(store.subscribe, store.current);
  const [said, say] = useState('');
  const timerPanel = useRef<HTMLElement>(null);

  const chosen = groups.find(({ id }) => id === practice.group);
  const left = chosen === undefined ? null : leftIn(practice.struck, chosen.id);
  const topic = left === null ? null : (chosen?.statements[left] ?? null);

  const prepare = (group: number) => {
    say(beginPreparing(store, group));
    timerPanel.current?.focus();
  };

  return (
    <div className={styles['columns']}>
      <div className={styles['margin']}>
        <TimerPanel ref={timerPanel} practice={practice} change={store.change} said={said} say={say} topic={topic} />
      </div>
      <section aria-labelledby="topics">
        <h2 id="topics" className={styles['title']}>
          Topics
        </h2>
        {groups.map((group) => (
          <TopicGroup
            key={group.id}
            group={group}
            gone={struckIn(practice.struck, group.id)}
            left={leftIn(practice.struck, group.id)}
            onToggle={(index) =>
              store.change((before) => ({ ...before, struck: toggle(before.struck, group.id, index) }))
            }
            onStartOver={() => store.change((before) => ({ ...before, struck: startOver(before.struck, group.id) }))}
            onPrepare={() => prepare(group.id)}
          />
        ))}
      </section>
    </div>
  );
};
