import { Section } from '../../../components/page/section.tsx';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { DownloadIcon } from '../../../components/ui/action-icons.tsx';
import { RULES_ADDRESS } from '../rules.ts';
import styles from './guidelines.module.css';

const GUIDELINES = [
  [
    'Before the day',
    'Test camera and microphone, tell us what you need, and pay by the link in our email. An entry is complete when it is paid.',
  ],
  [
    'Ten minutes early',
    'Be in the waiting room ten minutes before your round, under the name that you registered with.',
  ],
  [
    'Camera on, others muted',
    'You are seen while you compete, and only the speaker’s microphone is open. In debate, both are.',
  ],
  [
    'The clock is the law',
    'Prepared speeches are 7 minutes, with thirty seconds of grace. After that the judge stops listening and begins writing.',
  ],
  [
    'Your own work',
    'Speeches are yours; acting pieces are published and somebody else’s. In the spontaneous events nobody searches.',
  ],
  [
    'Arguments, not people',
    'Remarks on a person’s accent, body, age, faith, origin or private life end a round immediately.',
  ],
] as const;

export const DownloadRules = ({ size }: { size?: 'large' }) => (
  <a href={RULES_ADDRESS} download className={buttonClass({ size })}>
    <DownloadIcon />
    Download Rules
  </a>
);

/** The rules in six sentences, and the full rules as a download. */
export const Guidelines = () => (
  <Section title="Guidelines" lead="The rules in six lines. The whole of them are a short PDF, written to be read.">
    <dl className={styles['guidelines']}>
      {GUIDELINES.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p className={styles['download']}>
      <DownloadRules />
    </p>
  </Section>
);
