import { type ReactNode, useEffect, useState } from 'react';
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
import { messageOr } from '../../lib/api-error.ts';
import { showFieldErrors } from '../../lib/form.ts';
import { toast } from '../../lib/toast-store.ts';
import type { Difference } from './edit-conflict.tsx';
import type { Conflict, EditOutcome } from './edit-outcome.ts';
import { differingFields, type keptDrafts } from './kept-drafts.ts';
import { nestedResolver } from './nested-resolver.ts';
import { useAdminWrite } from './use-admin-write.ts';

/** A kind of text with an editor: an article or a campaign. */
export interface Writing<Entity, Typed extends FieldValues> {
  /** The server's schema, which validates the form with the server's messages. */
  readonly form: z.ZodMiniType;
  /** The labels of the fields, in the order of the form. */
  readonly labels: Readonly<Record<keyof Typed & string, string>>;
  readonly empty: Typed;
  readonly typedOf: (entity: Entity) => Typed;
  /** A field for comparison with another version. */
  readonly shown: (typed: Typed, other: Typed, field: keyof Typed & string) => ReactNode;
  readonly drafts: ReturnType<typeof keptDrafts<Typed>>;
}

interface Versioned {
  readonly version: number;
}

interface Editor<Entity, Typed> {
  /** The key of its stored draft. */
  readonly id: string;
  /** The saved version; null for a new entity. */
  readonly entity: Entity | null;
  /** Saves the typed values over the version that they are based on. */
  readonly save: (typed: Typed & Versioned) => Promise<EditOutcome<Entity, Entity>>;
  /** Called when the form shows a version from the server, to update other places that show it. */
  readonly onShown: (saved: Entity) => void;
  readonly onSaved: (saved: Entity) => void;
}

/** The result of {@link useKeptDraft}. */
export interface KeptDraft<Entity, Typed extends FieldValues> {
  readonly form: UseFormReturn<Typed, unknown, Typed>;
  /** The current values of the form. */
  readonly typed: Typed;
  /** The saved values that the form is based on, and their version. */
  readonly base: { readonly version: number; readonly typed: Typed };
  /** Whether the form has unsaved changes. */
  readonly isDirty: boolean;
  /** Whether the draft comes from an earlier visit. */
  readonly isRestored: boolean;
  /** Whether the server has a newer version than the one that the form is based on. */
  readonly isBehind: boolean;
  readonly isSaving: boolean;
  /** How often fields were refused, here or by the server. */
  readonly refusals: number;
  /** The version that another administrator saved meanwhile; null if there is none. */
  readonly conflict: {
    readonly version: number;
    /** Their version. */
    readonly current: Entity;
    readonly differences: readonly Difference[];
    readonly takeTheirs: () => void;
    readonly saveMine: () => void;
  } | null;
  /** Saves over the version that the form is based on, if the form is valid. */
  readonly save: (event?: React.BaseSyntheticEvent) => void;
  /** Shows the errors of fields that the caller has set. */
  readonly refuse: () => void;
  /** Puts a version from the server into the form and deletes the draft. */
  readonly show: (saved: Entity) => void;
  /** Resets the form to the saved version and deletes the draft. */
  readonly discard: () => void;
  /** Deletes the stored draft, because its entity no longer exists. */
  readonly forget: () => void;
  /** Reports an error in a toast, and beside the fields that it concerns. */
  readonly failed: (title: string) => (error: Error) => void;
}

/**
 * A form for long texts that loses no typed text. The browser stores unsaved values under the entity's id, together with the
 * version that they are based on, and the form restores them on the next visit. Saving, discarding, or typing the saved values
 * again deletes the draft. If another administrator has saved meanwhile, saving writes nothing: `conflict` has both versions and
 * offers to take theirs (for the fields that they changed; the other typed values stay, unsaved) or to save one's own over it.
 * A version that was saved elsewhere never replaces the values in the form by itself.
 */
export const useKeptDraft = <Entity extends Versioned, Typed extends FieldValues>(
  { form: schema, labels, empty, typedOf, shown, drafts }: Writing<Entity, Typed>,
  { id, entity, save, onShown, onSaved }: Editor<Entity, Typed>,
): KeptDraft<Entity, Typed> => {
  const names = Object.keys(labels) as (keyof Typed & string)[];
  const there = { version: entity?.version ?? 0, typed: entity === null ? empty : typedOf(entity) };
  const [restored, setRestored] = useState(() => drafts.read(id));
  // The version that the form is based on. It stays when another administrator saves a newer one.
  const [base, setBase] = useState({ version: restored?.version ?? there.version, typed: there.typed });
  const [conflict, setConflict] = useState<Conflict<Entity> | null>(null);
  const [refusals, setRefusals] = useState(0);
  const form = useForm<Typed, unknown, Typed>({
    // It finds registered fields only, and in the order of their registration (`EditorViews`).
    shouldFocusError: false,
    resolver: nestedResolver(schema as never) as never,
    defaultValues: (restored?.typed ?? base.typed) as DefaultValues<Typed>,
  });
  const { clearErrors, control, getFieldState, getValues, handleSubmit, reset, setError, setValue, subscribe } = form;
  const typed: Typed = { ...base.typed, ...(useWatch({ control }) as Partial<Typed>) };
  const isDirty = differingFields(labels, typed, base.typed).length > 0;

  useEffect(() => {
    if (isDirty) drafts.keep(id, { version: base.version, typed: getValues() });
    else drafts.forget(id);
  });

  // The server's message concerns the value that the field had then.
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const field = name as Path<Typed> | undefined;
          if (field !== undefined && getFieldState(field).error?.type === 'server') clearErrors(field);
        },
      }),
    [subscribe, getFieldState, clearErrors],
  );

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
  const refuse = (): void => setRefusals((count) => count + 1);
  const failed = (title: string) => (error: Error) => {
    if (showFieldErrors(error, names as unknown as Path<Typed>[], setError)) refuse();
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
    void handleSubmit((body) => write.start({ ...body, version }), refuse)(event);

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
    refusals,
    conflict:
      conflict === null || theirs === null
        ? null
        : {
            version: conflict.current.version,
            current: conflict.current,
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
    refuse,
    show,
    discard: () => begin(there),
    forget: () => drafts.forget(id),
    failed,
  };
};
