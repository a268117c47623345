import { useId } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import type { TopicGroup as Group } from '../practice-topics.ts';
import styles from './topic-group.module.css';

interface Props {
  group: Group;
  /** The struck topics of the group. */
  gone: readonly number[];
  /** The topic that is left, once two are struck. */
  left: number | null;
  onToggle: (topic: number) => void;
  onStartOver: () => void;
  onPrepare: () => void;
}

const PROMPTS = ['Strike two.', 'Strike one more.'] as const;

/** Three topics, each a button that strikes it. The last one stays: it is the topic. */
export const TopicGroup = ({ group: { id, statements }, gone, left, onToggle, onStartOver, onPrepare }: Props) => {
  const titleId = useId();
  return (
    <section className={styles['group']} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['number']} tabIndex={-1}>
        <span className="visually-hidden">Group </span>
        {id}
      </h3>
      <ul className={styles['topics']}>
        {statements.map((statement, topic) => {
          const isStruck = gone.includes(topic);
          const isLeft = left === topic;
          return (
            <li key={statement}>
              <button
                type="button"
                className={styles['topic']}
                aria-pressed={isStruck}
                // Not `disabled`: it is the one to be read.
                aria-disabled={isLeft || undefined}
                onClick={() => onToggle(topic)}
              >
                <span>
                  <span className={styles['text']}>{statement}</span>
                </span>
                {isLeft && <span className={styles['mark']}>Your topic</span>}
              </button>
            </li>
          );
        })}
      </ul>
      <div className={styles['foot']}>
        <p role="status">{left === null ? PROMPTS[gone.length] : 'One is left: take a side.'}</p>
        <div className={styles['actions']}>
          {gone.length > 0 && (
            <Button
              size="small"
              variant="quiet"
              aria-label={`Start over with group ${id}`}
              onClick={() => {
                // The button goes; the focus stays with its group.
                document.getElementById(titleId)?.focus();
                onStartOver();
              }}
            >
              Start over
            </Button>
          )}
          {left !== null && (
            <Button size="small" aria-label={`Prepare the topic of group ${id}`} onClick={onPrepare}>
              Prepare it
            </Button>
          )}
        </div>
      </div>
    </section>
  );
};
