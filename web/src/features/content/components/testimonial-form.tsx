import { changedTestimonialForm, testimonialForm } from '@lectern/contracts/content/admin-http';
import type { AdminTestimonial } from '@lectern/contracts/content/admin-model';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { EditConflict } from '../../../components/console/edit-conflict.tsx';
import type { Conflict, EditOutcome } from '../../../components/console/edit-outcome.ts';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { lastChange, lastChangeOf } from '../../../components/console/last-change.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Pair, Stack } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { addTestimonial, editTestimonial, type TestimonialInput } from '../api/testimonials.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { PictureField } from './picture-field.tsx';

const LABELS = {
  name: 'Name',
  role: 'Role',
  quote: 'Quote',
  context: 'Context',
  rating: 'Rating',
  avatarUrl: 'Picture',
} as const;
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];
const RATINGS = [5, 4, 3, 2, 1].map((rating) => ({ value: String(rating), label: `${rating} of 5` }));

const valuesOf = ({ name, role, quote, context, rating, avatarUrl }: AdminTestimonial) => ({
  name,
  role,
  quote,
  context: context ?? '',
  rating,
  avatarUrl: avatarUrl ?? '',
});

const shown = (value: string | number | null | undefined): string =>
  value === '' || value == null ? '(empty)' : String(value);

/** The form of a testimonial. */
export const TestimonialForm = ({
  testimonial,
  onDone,
}: {
  testimonial: AdminTestimonial | null;
  onDone: () => void;
}) => {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict<AdminTestimonial> | null>(null);
  const [isUploading, setUploading] = useState(false);
  const { register, handleSubmit, setError, setValue, getValues, watch, formState, kept } = useKeptForm(
    {
      resolver: contractResolver(testimonial === null ? testimonialForm : changedTestimonialForm),
      defaultValues:
        testimonial === null
          ? { name: '', role: '', quote: '', context: '', rating: 5, avatarUrl: '' }
          : valuesOf(testimonial),
    },
    { keep: `testimonial:${testimonial?.id ?? 'new'}`, base: testimonial?.version ?? 0 },
  );
  const { start, isPending, error } = useAdminWrite({
    run: ({
      from,
      ...body
    }: TestimonialInput & { from: number }): Promise<EditOutcome<AdminTestimonial, AdminTestimonial>> =>
      testimonial === null ? addTestimonial(body) : editTestimonial(testimonial.id, { ...body, version: from }),
    onSuccess: (outcome) => {
      if ('conflict' in outcome) {
        setConflict(outcome.conflict);
        return;
      }
      kept.forget();
      void client.invalidateQueries({ queryKey: ['testimonials'] });
      toast({
        title: testimonial === null ? 'Testimonial Created' : 'Saved',
        description: outcome.saved.isActive
          ? testimonial === null
            ? `The testimonial of ${outcome.saved.name} is first on the site. If seven or more are “Shown”, only the first six are.`
            : `The testimonial of ${outcome.saved.name} is saved. The site shows the first six testimonials.`
          : `The testimonial of ${outcome.saved.name} is in the list, and hidden from the site.`,
      });
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, FIELDS, setError);
      toast({ title: 'Not saved', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const submit = (from: number) => handleSubmit((body) => start({ ...body, from }));
  const changed = conflict === null ? [] : FIELDS.filter((field) => conflict.changed.includes(field));
  const takeTheirs = (current: AdminTestimonial) => {
    const values = valuesOf(current);
    for (const field of changed) setValue(field, values[field]);
    kept.setBase(current.version);
    setConflict(null);
  };
  const choose = (address: string) => setValue('avatarUrl', address, { shouldDirty: true, shouldValidate: true });
  const { errors } = formState;
  const form = (
    <Stack as="form" gap={4} noValidate aria-label="Testimonial" onSubmit={(event) => void submit(kept.base)(event)}>
      <KeptFormNotice kept={kept} />
      <p>Add only what the person really said, with their permission.</p>
      {testimonial !== null && testimonial.changedAt !== null && <p>{lastChange(testimonial)}</p>}
      {conflict !== null && (
        <EditConflict
          key={conflict.current.version}
          saved={lastChangeOf(conflict.current)}
          differences={changed.map((field) => ({
            field,
            label: LABELS[field],
            theirs: shown(valuesOf(conflict.current)[field]),
            mine: shown(getValues(field)),
          }))}
          busy={isPending}
          onTakeTheirs={() => takeTheirs(conflict.current)}
          onSaveMine={() => void submit(conflict.current.version)()}
        />
      )}
      <Pair close>
        <TextField
          label="Name"
          autoComplete="off"
          hint="Shown below the quote."
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label="Role"
          placeholder="Member since spring"
          hint="Shown below the name."
          autoComplete="off"
          error={errors.role?.message}
          {...register('role')}
        />
      </Pair>
      <TextareaField
        label="Quote"
        rows={4}
        hint="Plain text: Markdown and HTML appear as you type them."
        error={errors.quote?.message}
        {...register('quote')}
      />
      <Pair close>
        <TextField
          label="Context"
          placeholder="Optional, such as Fall Classic"
          hint="For administrators: the site does not show it."
          autoComplete="off"
          error={errors.context?.message}
          {...register('context')}
        />
        <SelectField
          label="Rating"
          options={RATINGS}
          error={errors.rating?.message}
          {...register('rating', { valueAsNumber: true })}
        />
      </Pair>
      <PictureField
        address={watch('avatarUrl') ?? ''}
        hint="Without a picture, the site shows the initials."
        error={errors.avatarUrl?.message}
        onUpload={() => setUploading(true)}
        onRemove={() => choose('')}
      />
      <ActionFailure error={error} />
      <Actions end>
        <Button
          onClick={() => {
            kept.forget();
            onDone();
          }}
          disabled={isPending}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={conflict !== null} busy={isPending} busyLabel="Saving...">
          {testimonial === null ? 'Add testimonial' : 'Save'}
        </Button>
      </Actions>
    </Stack>
  );
  return (
    <>
      {form}
      {isUploading && <PictureDialog onUpload={choose} onClose={() => setUploading(false)} />}
    </>
  );
};
