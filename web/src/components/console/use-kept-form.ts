import { useContext, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import { FormDialogContext } from './form-dialog-context.ts';
import { keptDrafts } from './kept-drafts.ts';

interface Options<Base> {
  /** The name of its draft: that of the form, and the record that it is about. */
  keep: string;
  /** The version that an edit began from. */
  base: Base;
  /** The values are about another person: see {@link keptDrafts}. */
  isPersonal?: boolean;
  /** Fields that no browser may store, such as passwords. */
  secrets?: readonly string[];
}

/** The draft of a form. */
export interface Kept<Base> {
  /** The version that the typed values are based on. */
  readonly base: Base;
  /** Sets it, after a conflict was resolved. */
  readonly setBase: (base: Base) => void;
  /** Whether there are unsaved values. */
  readonly isDirty: boolean;
  /** Whether the values come from an earlier visit. */
  readonly isRestored: boolean;
  /** Deletes the draft: it was saved, or is not wanted. */
  readonly forget: () => void;
  /** As `forget`, and shows the saved values again. */
  readonly discard: () => void;
}

/** The values whose kinds are those of the form: a release may have changed it. */
const fitting = (values: object, form: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => form[name] == null || typeof value === typeof form[name]),
  );

/**
 * As `useForm`, for a form that loses nothing: this browser stores typed values immediately, with the version that they are based on, and
 * restores them on the next visit, until they are saved or discarded. A field `id`, which makes attempts one, is stored beside them.
 */
export const useKeptForm = <Typed extends FieldValues, Valid, Base>(
  props: UseFormProps<Typed, unknown, Valid> & { defaultValues: DefaultValues<Typed> },
  { keep: key, base: current, isPersonal = false, secrets: never = [] }: Options<Base>,
): UseFormReturn<Typed, unknown, Valid> & { kept: Kept<Base> } => {
  const [drafts] = useState(() =>
    keptDrafts<{ base: Base; values: object }>(
      'form',
      ({ values }) => typeof values === 'object' && values !== null,
      () => window.localStorage,
      { isPersonal },
    ),
  );
  const [secrets] = useState(never);
  const saved: FieldValues = props.defaultValues;
  const latest = useRef(saved);
  const [restored, setRestored] = useState(() => drafts.read(key)?.typed ?? null);
  const [base, setBase] = useState(restored?.base ?? current);
  const [isDirty, setDirty] = useState(restored !== null);
  const dirty = useRef(isDirty);
  const form = useForm<Typed, unknown, Valid>({
    ...props,
    defaultValues: { ...saved, ...(restored !== null && fitting(restored.values, saved)) } as DefaultValues<Typed>,
  });
  const { subscribe, getValues, reset } = form;

  useEffect(() => {
    latest.current = saved;
  });
  useEffect(() => {
    const without = (left: readonly string[], values: FieldValues): FieldValues =>
      Object.fromEntries(Object.entries(values).filter(([name]) => !left.includes(name)));
    const typedOf = (values: FieldValues): string =>
      JSON.stringify(without([...secrets, 'id'], { ...latest.current, ...values }));
    const store = (): void => {
      const values = getValues();
      dirty.current = typedOf(values) !== typedOf({});
      setDirty(dirty.current);
      if (dirty.current) drafts.keep(key, { version: 0, typed: { base, values: without(secrets, values) } });
      else drafts.forget(key);
    };
    // The version changed.
    if (dirty.current) store();
    return subscribe({
      formState: { values: true },
      callback: ({ type }) => {
        // A value that the form sets by itself is not typed.
        if (type !== undefined || dirty.current) store();
      },
    });
  }, [subscribe, getValues, drafts, key, base, secrets]);

  const forget = (): void => {
    dirty.current = false;
    setDirty(false);
    setRestored(null);
    drafts.forget(key);
  };
  const passToDialog = useContext(FormDialogContext);
  useEffect(() => {
    passToDialog?.(forget);
    return () => passToDialog?.(null);
  });
  return {
    ...form,
    kept: {
      base,
      setBase,
      isDirty,
      isRestored: restored !== null,
      forget,
      discard: () => {
        forget();
        setBase(current);
        reset(saved as Typed);
      },
    },
  };
};
