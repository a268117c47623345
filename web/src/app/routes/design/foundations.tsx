import { FlowSheet } from '../../../components/art/flow-sheet.tsx';
import { LecternMark } from '../../../components/art/lectern-mark.tsx';
import { Monogram } from '../../../components/ui/monogram.tsx';
import styles from './design.module.css';
import { Group } from './group.tsx';

const INKS = [
  'paper',
  'paper-2',
  'sheet',
  'rule',
  'rule-strong',
  'ink',
  'ink-2',
  'aff',
  'aff-wash',
  'neg',
  'neg-wash',
  'brass',
  'ok',
  'ok-wash',
  'wait',
  'wait-wash',
  'stop',
  'stop-wash',
];
const DARK = new Set(['ink', 'ink-2', 'aff', 'neg', 'ok', 'wait', 'stop']);

export const Foundations = () => (
  <>
    <Group title="Paper and inks">
      <div className={styles['inks']}>
        {INKS.map((ink) => (
          <span
            key={ink}
            className={styles['ink']}
            style={{ background: `var(--${ink})`, color: DARK.has(ink) ? '#fff' : 'var(--ink)' }}
          >
            --{ink}
          </span>
        ))}
      </div>
    </Group>
    <Group title="Type">
      <div className={styles['type']}>
        <p className={styles['step5']}>Step 5, the opening</p>
        <p className={styles['step4']}>Step 4, a page’s title</p>
        <p className={styles['step3']}>Step 3, a section</p>
        <p className={styles['step2']}>Step 2, a card</p>
        <p className={styles['step1']}>Step 1, a lead. You speak before you have time to be nervous.</p>
        <p>
          Step 0, text. Affirmative and negative each have an ink, used together and sparingly. $1,140.00 in tabular
          numerals.
        </p>
        <p className={styles['small']}>Step −1, a note.</p>
      </div>
    </Group>
    <Group title="Pictures">
      <div className={styles['grid']}>
        <FlowSheet />
        <div className={styles['row']}>
          <LecternMark size={64} />
          <Monogram name="Ada Lovelace" />
          <Monogram name="Grace Hopper" />
          <Monogram name="Łukasz" />
        </div>
      </div>
    </Group>
  </>
);
