import type { FieldValues } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/states.tsx';
import { EditConflict, type Saved } from './edit-conflict.tsx';
import type { KeptDraft } from './use-kept-draft.ts';

interface Props<Entity, Typed extends FieldValues> {
  draft: KeptDraft<Entity, Typed>;
  /** The administrator and the time of a version, where they are known. */
  savedOf?: (version: Entity) => Saved | undefined;
}

/** Notices for a draft that comes from an earlier visit, or that another administrator's version has overtaken, with the possible actions. */
export const KeptDraftNotices = <Entity, Typed extends FieldValues>({ draft, savedOf }: Props<Entity, Typed>) => {
  const { conflict } = draft;
  if (conflict !== null) {
    return (
      <EditConflict
        key={conflict.version}
        differences={conflict.differences}
        saved={savedOf?.(conflict.current)}
        busy={draft.isSaving}
        onTakeTheirs={conflict.takeTheirs}
        onSaveMine={conflict.saveMine}
      />
    );
  }
  if (!draft.isRestored || !draft.isDirty) return null;
  return (
    <Notice tone="wait" role="status">
      <p>
        This is your last unsaved version, which this browser kept. Save it, or go back to the saved one.{' '}
        <Button size="small" onClick={draft.discard}>
          Discard it
        </Button>
      </p>
    </Notice>
  );
};
