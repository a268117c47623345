import { useEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from '../../lib/cx.ts';
import { Button } from '../ui/button.tsx';
import { Cluster } from '../ui/layout.tsx';
import styles from './editor.module.css';

type View = 'write' | 'preview';
const LABELS: Readonly<Record<View, string>> = { write: 'Write', preview: 'Preview' };

interface Props {
  /** The form. `className` hides it on a narrow screen while the preview is shown. */
  write: (className: string | undefined) => ReactNode;
  preview: (className: string) => ReactNode;
  /** How often a save was refused because of fields. Each time the first of them is shown and gets the focus. */
  refusals: number;
}

/** A form beside its preview; on a narrow screen one of them, with buttons to choose. */
export const EditorViews = ({ write, preview, refusals }: Props) => {
  const [view, setView] = useState<View>('write');
  const editor = useRef<HTMLDivElement>(null);
  const [answered, setAnswered] = useState(refusals);
  if (answered !== refusals) {
    setAnswered(refusals);
    setView('write');
  }
  useEffect(() => {
    if (refusals === 0) return;
    // After a dialog has given the focus back.
    const frame = requestAnimationFrame(() =>
      editor.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [refusals]);
  const awayIf = (isAway: boolean) => (isAway ? styles['away'] : undefined);
  return (
    <>
      <Cluster className={styles['views']} role="group" aria-label="View">
        {(['write', 'preview'] as const).map((each) => (
          <Button key={each} size="small" aria-pressed={view === each} onClick={() => setView(each)}>
            {LABELS[each]}
          </Button>
        ))}
      </Cluster>
      <div ref={editor} className={styles['editor']}>
        {write(awayIf(view === 'preview'))}
        {preview(cx(styles['preview'], awayIf(view === 'write')))}
      </div>
    </>
  );
};
