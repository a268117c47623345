import styles from './palette.module.css';

const KEYS = [
  [['Ctrl K', '⌘ K'], 'Open or close this search'],
  [['↑', '↓'], 'Choose a result'],
  [['Home', 'End'], 'Choose the first or the last result'],
  [['Enter'], 'Open the result'],
  [['Esc'], 'Close a dialog'],
] as const;

/** The keys of the console. */
export const Keys = () => (
  <dl className={styles['keys']}>
    {KEYS.map(([keys, meaning]) => (
      <div key={meaning}>
        <dt>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
);
