import { useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import type { Conflict, EditOutcome } from '../edit-outcome.ts';
import { differingFields, type keptDrafts } from '../kept-drafts.ts';
import type { Difference } from './edit-conflict.tsx';
import { useAdminWrite } from './use-admin-write.ts';

/** What is written in an editor: an article, a campaign. */
export interface Writing<Entity, Typed extends FieldValues> {
  /** What is typed is checked as the server checks it, in its words. */
  readonly form: z.ZodMiniType;
  /** The fields in the order of the form, with what people read of them. */
  readonly labels: Readonly<Record<keyof Typed & string, string>>;
  readonly empty: Typed;
  readonly typedOf: (entity: Entity) => Typed;
  /** A field as one reads it beside another's. */
  readonly shown: (typed: Typed, other: Typed, field: keyof Typed & string) => string;
  readonly drafts: ReturnType<typeof keptDrafts<Typed>>;
}

interface Versioned {
  readonly version: number;
}

interface Editor<Entity, Typed> {
  /** By which its draft is kept. */
  readonly id: string;
  /** What the server has; null for something new. */
  readonly entity: Entity | null;
  /** Saves what was typed over the version that it was begun from. */
  readonly save: (typed: Typed & Versioned) => Promise<EditOutcome<Entity, Entity>>;
  /** What the server has is in the form now: other places that show it are told here. */
  readonly onShown: (saved: Entity) => void;
  readonly onSaved: (saved: Entity) => void;
}

/** What is being written, as {@link useKeptDraft} promises it. */
export interface KeptDraft<Entity, Typed extends FieldValues> {
  readonly form: UseFormReturn<Typed, unknown, Typed>;
  /** What is in the form. */
  readonly typed: Typed;
  /** What was saved when the form began, and its version. */
  readonly base: { readonly version: number; readonly typed: Typed };
  /** Whether something is typed that is not saved. */
  readonly isDirty: boolean;
  /** Whether what is typed comes from an earlier visit. */
  readonly isRestored: boolean;
  /** Whether there is a newer version than the one that the form began from. */
  readonly isBehind: boolean;
  readonly isSaving: boolean;
  /** What somebody else saved meanwhile; null where nobody did. */
  readonly conflict: {
    readonly version: number;
    readonly differences: readonly Difference[];
    readonly takeTheirs: () => void;
    readonly saveMine: () => void;
  } | null;
  /** Saves over the version that the form began from, if all of it is as it must be. */
  readonly save: (event?: React.BaseSyntheticEvent) => void;
  /** Puts what the server has into the form; whatever was typed is forgotten. */
  readonly show: (saved: Entity) => void;
  /** Goes back to what was saved; whatever was typed is forgotten. */
  readonly discard: () => void;
  /** Forgets what is kept of it, since there is nothing left that it could be saved to. */
  readonly forget: () => void;
  /** Says why something failed, beside the fields where it is about them. */
  readonly failed: (title: string) => (error: Error) => void;
}

/**
 * A form for long texts from which nothing that was typed gets lost. What is typed and not saved is kept in this browser under the
 * entity's id, and is in the form again on the next visit, with the version that it was begun from; saved, discarded or typed back
 * to what was, it is forgotten. Saving what somebody else changed meanwhile writes nothing: `conflict` has both, and offers to take
 * theirs (of the fields that they changed; the rest of what was typed stays, unsaved) or to save one's own over it. A version that
 * appears without having been saved here never replaces what is in the form.
 */
export const useKeptDraft = <Entity extends Versioned, Typed extends FieldValues>(
  { form: schema, labels, empty, typedOf, shown, drafts }: Writing<Entity, Typed>,
  { id, entity, save, onShown, onSaved }: Editor<Entity, Typed>,
): KeptDraft<Entity, Typed> => {
  const names = Object.keys(labels) as (keyof Typed & string)[];
  const there = { version: entity?.version ?? 0, typed: entity === null ? empty : typedOf(entity) };
  const [restored, setRestored] = useState(() => drafts.read(id));
  // The version that the form began from: somebody else's newer one is no reason to forget it.
  const [base, setBase] = useState({ version: restored?.version ?? there.version, typed: there.typed });
  const [conflict, setConflict] = useState<Conflict<Entity> | null>(null);
  const form = useForm<Typed, unknown, Typed>({
    resolver: contractResolver(schema as never) as never,
    defaultValues: (restored?.typed ?? base.typed) as DefaultValues<Typed>,
  });
  const { control, getValues, handleSubmit, reset, setError, setValue } = form;
  const typed: Typed = { ...base.typed, ...(useWatch({ control }) as Partial<Typed>) };
  const isDirty = differingFields(labels, typed, base.typed).length > 0;

  useEffect(() => {
    if (!isDirty) return drafts.forget(id);
    const timer = setTimeout(() => drafts.keep(id, { version: base.version, typed: getValues() }), 300);
    return () => clearTimeout(timer);
  });

  const begin = (from: typeof base): void => {
    drafts.forget(id);
    setRestored(null);
    setConflict(null);
    setBase(from);
    reset(from.typed);
  };
  const show = (saved: Entity): void => {
    begin({ version: saved.version, typed: typedOf(saved) });
    onShown(saved);
  };
  const failed = (title: string) => (error: Error) => {
    showFieldErrors(error, names as unknown as Path<Typed>[], setError);
    toast({ title, description: messageOr(error, error.message), variant: 'destructive' });
  };
  const write = useAdminWrite({
    run: save,
    onSuccess: (outcome) => {
      if ('conflict' in outcome) {
        setConflict(outcome.conflict);
        return;
      }
      show(outcome.saved);
      onSaved(outcome.saved);
    },
    onError: failed('Not saved'),
  });
  const saveOver = (version: number, event?: React.BaseSyntheticEvent): void =>
    void handleSubmit((body) => write.start({ ...body, version }))(event);

  const theirs = conflict === null ? null : typedOf(conflict.current);
  const changed = names.filter((name) => conflict?.changed.includes(name));
  return {
    form,
    typed,
    base,
    isDirty,
    isRestored: restored !== null,
    isBehind: conflict === null && !write.isPending && there.version > base.version,
    isSaving: write.isPending,
    conflict:
      conflict === null || theirs === null
        ? null
        : {
            version: conflict.current.version,
            differences: changed.map((field) => ({
              field,
              label: labels[field],
              theirs: shown(theirs, typed, field),
              mine: shown(typed, theirs, field),
            })),
            takeTheirs: () => {
              for (const name of changed)
                setValue(name as unknown as Path<Typed>, theirs[name] as PathValue<Typed, Path<Typed>>);
              setBase({ version: conflict.current.version, typed: theirs });
              setConflict(null);
            },
            saveMine: () => saveOver(conflict.current.version),
          },
    save: (event) => saveOver(base.version, event),
    show,
    discard: () => begin(there),
    forget: () => drafts.forget(id),
    failed,
  };
};
