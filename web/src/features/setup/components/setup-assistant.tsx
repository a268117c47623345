import { SETUP_STEPS, setupForm } from '@lectern/contracts/system/setup-http';
import { SHIPPED_PROFILE } from '@lectern/contracts/page-profile';
import { isTimeZone } from '@lectern/contracts/time-zone';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch, type FieldValues, type Resolver, type UseFormReturn } from 'react-hook-form';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, hasStatus, messageOr } from '../../../lib/api-error.ts';
import { useAssociation } from '../../../lib/association.ts';
import { contractResolver } from '../../../lib/form.ts';
import { randomKey } from '../../../lib/form-submission.ts';
import { checkCode, finish } from '../api/setup.ts';
import { setupDraft } from '../setup-draft.ts';
import { STEPS, stepWith, type SetupField, type SetupFields } from '../setup-steps.ts';
import { StepFields } from './step-fields.tsx';
import styles from './setup-assistant.module.css';

/** Checks the fields of one step; those of the last step are all of them. */
const resolverOf = (index: number): Resolver<SetupFields> => {
  const { step, fields } = STEPS[index]!;
  const check = (
    step === 'summary' ? contractResolver(setupForm as never) : contractResolver(SETUP_STEPS[step] as never)
  ) as Resolver<FieldValues>;
  return ((values: SetupFields, context: unknown, options: never) =>
    check(
      step === 'summary' ? values : Object.fromEntries(fields.map((each) => [each, values[each]])),
      context,
      options,
    )) as Resolver<SetupFields>;
};

/** The browser's own zone is a proposal. */
const ownZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : '';
};

/**
 * The steps of the setup, one at a time. This browser keeps what was typed, but for the code and the password, until the setup is finished;
 * one request finishes it, which may be repeated.
 */
export const SetupAssistant = () => {
  const { name, fullName, founded, supportEmail, color, secondColor } = useAssociation();
  /** The shown step, the field that gets the focus (null: the heading), and how often they changed. */
  const [{ index, field, moves }, setPlace] = useState({ index: 0, field: null as SetupField | null, moves: 0 });
  const [defaultValues] = useState<SetupFields>(() => ({
    // Values of the operator are proposals; the sample association's are none.
    founded: founded === SHIPPED_PROFILE.founded ? '' : founded,
    supportEmail: supportEmail === SHIPPED_PROFILE.supportEmail ? '' : supportEmail,
    ...{ setupId: randomKey(), name, fullName, timeZone: ownZone(), color, secondColor },
    ...{ yourName: '', email: '', startWith: null },
    ...setupDraft.read(),
    ...{ code: '', password: '', confirmPassword: '' },
  }));
  const form = useForm<SetupFields>({ resolver: resolverOf(index), defaultValues });
  const typed = { ...defaultValues, ...useWatch({ control: form.control }) };
  const heading = useRef<HTMLHeadingElement>(null);
  const { step, title, fields } = STEPS[index]!;

  const go = (to: number, field: SetupField | null = null) =>
    setPlace(({ moves }) => ({ index: to, field, moves: moves + 1 }));
  useEffect(() => {
    if (moves === 0) return;
    if (field === null) heading.current?.focus();
    else form.setFocus(field);
  }, [moves, field, form]);

  /** Leads to the first step with a refused field. */
  const showRefused = (refused: Readonly<Record<string, string>>) => {
    const to = stepWith(Object.keys(refused));
    if (to === undefined) return;
    for (const [each, message] of Object.entries(refused))
      form.setError(each as SetupField, { type: 'refused', message });
    go(
      to,
      STEPS[to]!.fields.find((each) => refused[each] !== undefined),
    );
  };
  const onError = (error: unknown) => {
    if (error instanceof ApiError) showRefused(error.fields);
  };
  const checking = useMutation({ mutationFn: checkCode, onSuccess: () => go(index + 1), onError });
  const finishing = useMutation({ mutationFn: finish, onSuccess: () => setupDraft.forget(), onError });

  const isDone = finishing.isSuccess;
  useEffect(() => {
    if (!isDone) setupDraft.keep(typed);
  });

  const isBusy = checking.isPending || finishing.isPending;
  const error = finishing.error ?? checking.error;
  const isByOthers = hasStatus(error, 404);
  if (isByOthers || finishing.data !== undefined)
    return (
      <Stack gap={5} role="status">
        <p>
          {isByOthers
            ? 'This site is set up already: the setup was finished in another browser. Nothing that you typed here was saved.'
            : finishing.data?.message}
        </p>
        {/* A page of its own, so that it has the name and the colors. */}
        <a className={buttonClass({ variant: 'primary', size: 'large' })} href={pathTo('adminLogin')}>
          Go to the login page
        </a>
      </Stack>
    );

  const next = form.handleSubmit(
    (values) => {
      checking.reset();
      finishing.reset();
      if (step === 'code') checking.mutate({ code: values.code });
      else if (step === 'summary') finishing.mutate(values as Parameters<typeof finish>[0]);
      else go(index + 1);
    },
    (refused) => {
      if (step !== 'summary') return;
      showRefused(Object.fromEntries(Object.entries(refused).map(([each, { message = '' }]) => [each, message])));
    },
  );
  const isShown = error !== null && !(error instanceof ApiError && stepWith(Object.keys(error.fields)) !== undefined);
  return (
    <>
      <ol className={styles['steps']} aria-label="Steps">
        {STEPS.map((each, at) => (
          <li key={each.step} aria-current={at === index ? 'step' : undefined}>
            {each.title}
          </li>
        ))}
      </ol>
      <Stack
        as="form"
        gap={5}
        noValidate
        aria-label="Set up the site"
        onSubmit={(event) => {
          if (isBusy) event.preventDefault();
          else void next(event);
        }}
      >
        <h2 ref={heading} tabIndex={-1} className={styles['title']}>
          {title}
          <span className={styles['count']}>
            {' '}
            Step {index + 1} of {STEPS.length}
          </span>
        </h2>
        {isShown && (
          <Notice tone="stop" role="alert">
            <p>{messageOr(error, 'The connection failed. Please try again: nothing that you typed is lost.')}</p>
          </Notice>
        )}
        <StepFields step={step} form={form as unknown as UseFormReturn<FieldValues>} typed={typed} onEdit={go} />
        <Actions>
          {index > 0 && (
            <Button size="large" disabled={isBusy} onClick={() => go(index - 1)}>
              Back
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            size="large"
            busy={isBusy}
            busyLabel={step === 'summary' ? 'Setting up...' : 'Checking...'}
          >
            {step === 'summary' ? 'Finish' : 'Next'}
          </Button>
        </Actions>
        {fields.length > 0 && index > 0 && (
          <p className={styles['hint']}>
            This browser keeps what you type until the setup is finished, but for the setup code and the password.
          </p>
        )}
      </Stack>
    </>
  );
};
