import styles from './corrected.module.css';

/** The words of one speaker, as taken down: those in `cut` are struck out with the pen. */
const FIRST: readonly { text: string; cut?: true }[] = [
  { text: 'So, um, basically', cut: true },
  { text: 'I' },
  { text: 'just kind of', cut: true },
  { text: 'think' },
  { text: 'that maybe', cut: true },
  { text: 'we should' },
  { text: 'probably, like,', cut: true },
  { text: 'wait.' },
  { text: 'If that makes sense?', cut: true },
  { text: 'Sorry.', cut: true },
];

const Strike = () => (
  <svg className={styles['strike']} viewBox="0 0 100 10" preserveAspectRatio="none" fill="none" aria-hidden="true">
    <path
      d="M0 6C18 3 34 7 52 4.5S84 6 100 3.5"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
);

/** The same opinion in the first week and in the eighth. The first one has corrections. */
export const Corrected = () => (
  <figure className={styles['sheet']}>
    <figcaption className="visually-hidden">The same opinion, said in the first week and in the eighth</figcaption>
    <div className={styles['take']}>
      <p className={styles['week']}>Week 1</p>
      <blockquote>
        <p>
          {FIRST.map(({ text, cut }) => (
            <span key={text}>
              {cut === true ? (
                <del>
                  {text}
                  <Strike />
                </del>
              ) : (
                text
              )}{' '}
            </span>
          ))}
        </p>
      </blockquote>
      <p className={styles['time']}>11 seconds</p>
    </div>
    <div className={styles['take']}>
      <p className={styles['week']}>Week 8</p>
      <blockquote>
        <p>We should wait. I have two reasons.</p>
      </blockquote>
      <p className={styles['time']}>3 seconds, and everybody looks up</p>
    </div>
  </figure>
);
