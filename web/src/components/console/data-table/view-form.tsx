import { viewForm, type SavedView, type ViewDefinition, type ViewedList } from '@lectern/contracts/identity/saved-view';
import { useForm } from 'react-hook-form';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { useAdminWrite } from '../use-admin-write.ts';
import { storeView } from './saved-views.ts';

interface Props {
  list: ViewedList;
  /** The view whose name and sharing change; null for a new one. */
  edited: SavedView | null;
  /** The definition of a new view. */
  definition: ViewDefinition;
  onDone: (saved: SavedView) => void;
}

/** The name of a view, and whether it is shared. */
export const ViewFormFields = ({ list, edited, definition, onDone }: Props) => {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(viewForm),
    defaultValues: {
      name: edited?.name ?? '',
      isShared: edited?.isShared ?? false,
      definition: edited?.definition ?? definition,
    },
  });
  const { start, isPending, error } = useAdminWrite({
    run: storeView,
    onSuccess: ({ message, view }) => {
      toast({ title: 'View saved', description: message });
      onDone(view);
    },
    onError: (failure) => {
      if (showFieldErrors(failure, ['name'], setError)) return;
      toast({
        title: 'The view was not saved',
        description: messageOr(failure, 'Please try again.'),
        variant: 'destructive',
      });
    },
  });
  return (
    <Stack
      as={Form}
      gap={5}
      aria-label="Saved view"
      onSubmit={(event) => void handleSubmit((form) => start({ list, id: edited?.id ?? null, form }))(event)}
    >
      {edited === null && <p>A view keeps the search, the filters, the order and the columns that you see now.</p>}
      <TextField label="Name" autoComplete="off" error={formState.errors.name?.message} {...register('name')} />
      <CheckboxField
        label="Share it with all administrators"
        hint="They can open it. Only you can change or delete it."
        {...register('isShared')}
      />
      <ActionFailure error={error} fallback="Please try again." />
      <div>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Saving...">
          Save the view
        </Button>
      </div>
    </Stack>
  );
};
