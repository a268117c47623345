import type { CannedReply } from '@lectern/contracts/messaging/canned-reply';
import { addCannedReplyForm } from '@lectern/contracts/messaging/canned-reply-http';
import { useId, useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { EditConflict } from '../../../components/console/edit-conflict.tsx';
import type { Conflict, EditOutcome } from '../../../components/console/edit-outcome.ts';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { addCannedReply, editCannedReply } from '../api/canned-replies.ts';

const LABELS = { name: 'Name', reply: 'Reply' } as const;
const FIELDS = ['name', 'reply'] as const;

interface Typed {
  id: string;
  name: string;
  reply: string;
}

/** Writes a canned reply, or changes one. Attempts of a new one have one id, so that it is added once. */
export const CannedReplyForm = ({ cannedReply, onClose }: { cannedReply: CannedReply | null; onClose: () => void }) => {
  const formId = useId();
  const [conflict, setConflict] = useState<Conflict<CannedReply> | null>(null);
  const { register, handleSubmit, setError, setValue, getValues, formState, kept } = useKeptForm(
    {
      resolver: contractResolver(addCannedReplyForm),
      defaultValues: {
        id: cannedReply?.id ?? crypto.randomUUID(),
        name: cannedReply?.name ?? '',
        reply: cannedReply?.reply ?? '',
      },
    },
    { keep: `canned-reply:${cannedReply?.id ?? 'new'}`, base: cannedReply?.version ?? 0 },
  );
  const { start, isPending, error } = useAdminWrite({
    run: ({ from, ...typed }: Typed & { from: number }): Promise<EditOutcome<CannedReply, CannedReply>> =>
      cannedReply === null ? addCannedReply(typed) : editCannedReply({ ...typed, version: from }),
    onSuccess: (outcome) => {
      if ('conflict' in outcome) {
        setConflict(outcome.conflict);
        return;
      }
      kept.forget();
      toast({ title: 'Canned reply saved', description: outcome.saved.name });
      onClose();
    },
    onError: (error) => {
      if (showFieldErrors(error, FIELDS, setError)) return;
      toast({ title: 'Not saved', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const submit = (from: number) => handleSubmit((typed) => start({ ...typed, from }));
  const changed = FIELDS.filter((field) => conflict?.changed.includes(field));
  const takeTheirs = (current: CannedReply) => {
    for (const field of changed) setValue(field, current[field]);
    kept.setBase(current.version);
    setConflict(null);
  };
  const close = () => {
    if (!isPending) onClose();
  };
  const title = cannedReply === null ? 'Add a canned reply' : `Edit “${cannedReply.name}”`;
  return (
    <FormDialog
      open
      onClose={close}
      title={title}
      footer={
        <>
          <Button
            onClick={() => {
              kept.forget();
              close();
            }}
            disabled={isPending}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={conflict !== null}
            busy={isPending}
            busyLabel="Saving..."
          >
            Save
          </Button>
        </>
      }
    >
      <Stack as={Form} gap={5} id={formId} aria-label={title} onSubmit={(event) => void submit(kept.base)(event)}>
        <KeptFormNotice kept={kept} />
        {conflict !== null && (
          <EditConflict
            key={conflict.current.version}
            differences={changed.map((field) => ({
              field,
              label: LABELS[field],
              theirs: conflict.current[field],
              mine: getValues(field),
            }))}
            busy={isPending}
            onTakeTheirs={() => takeTheirs(conflict.current)}
            onSaveMine={() => void submit(conflict.current.version)()}
          />
        )}
        <TextField
          label="Name"
          hint="How you find it in the menu of a reply."
          data-begins
          error={formState.errors.name?.message}
          {...register('name')}
        />
        <TextareaField label="Reply" rows={8} error={formState.errors.reply?.message} {...register('reply')} />
        <ActionFailure error={error} fallback="Please try again." />
      </Stack>
    </FormDialog>
  );
};
