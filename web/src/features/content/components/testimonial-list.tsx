import { May } from '../../../components/console/may.tsx';
import type { AdminTestimonial } from '@lectern/contracts/content/admin-model';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataColumn, RowAction } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { DeleteDialog } from '../../../components/console/delete-dialog.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { toastWithUndo } from '../../../components/console/undo.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { removeTestimonial, setTestimonialShown, testimonialList } from '../api/testimonials.ts';
import { SHOWN_FILTERS } from '../shown-filters.ts';
import { TestimonialForm } from './testimonial-form.tsx';

const nameOf = ({ name }: AdminTestimonial) => name;

const COLUMNS: readonly DataColumn<AdminTestimonial>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => <RowName>{name}</RowName> },
  { key: 'role', header: 'Role', cell: ({ role }) => role },
  { key: 'quote', header: 'Quote', isLong: true, cell: ({ quote }) => quote },
  { key: 'rating', header: 'Rating', cell: ({ rating }) => `${rating} of 5` },
  {
    key: 'status',
    header: 'Status',
    cell: ({ isActive }) => (isActive ? <Badge tone="ok">Shown</Badge> : <Badge>Hidden</Badge>),
  },
];

/** The next update of the site would restore a testimonial from its files. */
const deletion = (row: AdminTestimonial, onDelete: (row: AdminTestimonial) => void): RowAction =>
  row.isFromFiles
    ? { label: 'Delete', unavailable: 'It came with the site' }
    : { label: 'Delete', permission: 'content:write', danger: true, onSelect: () => onDelete(row) };

/** All testimonials, shown and hidden. */
export const TestimonialList = () => {
  const client = useQueryClient();
  const [editing, setEditing] = useState<AdminTestimonial | 'new' | null>(null);
  const [leaving, setLeaving] = useState<AdminTestimonial | null>(null);
  const { start: show } = useAdminWrite({
    subjectOf: ({ id }) => id,
    run: ({ id, isActive }: AdminTestimonial) => setTestimonialShown({ id, isActive: !isActive }),
    onSuccess: ({ id, name, isActive }) => {
      void client.invalidateQueries({ queryKey: ['testimonials'] });
      toastWithUndo({
        title: isActive ? 'Shown' : 'Hidden',
        description: isActive
          ? `The testimonial of ${name} is on the site if it is among the first six.`
          : `The testimonial of ${name} is no longer on the site.`,
        undo: async () => {
          await setTestimonialShown({ id, isActive: !isActive });
          void client.invalidateQueries({ queryKey: ['testimonials'] });
        },
        undone: `The testimonial of ${name} is ${isActive ? 'hidden' : 'shown'} again.`,
      });
    },
    onError: (error) =>
      toast({ title: 'Nothing has changed', description: messageOr(error, error.message), variant: 'destructive' }),
  });
  return (
    <>
      <p>
        The home page and the Debate Club page show up to six of the testimonials with the status “Shown”: the newest of
        those that you added, then those that came with the site. “Hide” takes one off the site and keeps it in this
        list; “Delete” removes it from both permanently. Testimonials that came with the site can only be hidden,
        because the next update of the site would restore them.
      </p>
      <DataList
        source={testimonialList}
        label="Testimonials"
        noun={['testimonial', 'testimonials']}
        searchHint="Name, role or words"
        filters={SHOWN_FILTERS}
        columns={COLUMNS}
        rowName={nameOf}
        rowActions={(row) => [
          { label: 'Edit', permission: 'content:write', onSelect: () => setEditing(row) },
          { label: row.isActive ? 'Hide' : 'Show', permission: 'content:write', onSelect: () => show(row) },
          deletion(row, setLeaving),
        ]}
        whenEmpty="Add what members said about the association, with their permission."
        actions={() => (
          <May permission="content:write">
            <Button size="small" variant="primary" onClick={() => setEditing('new')}>
              New testimonial
            </Button>
          </May>
        )}
      />
      <FormDialog
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'new' || editing === null ? 'New testimonial' : `Edit the testimonial of ${editing.name}`}
      >
        {editing !== null && (
          <TestimonialForm testimonial={editing === 'new' ? null : editing} onDone={() => setEditing(null)} />
        )}
      </FormDialog>
      <DeleteDialog
        id={leaving?.id ?? null}
        name={`the testimonial of ${leaving?.name ?? ''}`}
        remove={removeTestimonial}
        done="Testimonial deleted"
        failed={{ title: 'Error deleting testimonial', description: 'Failed to delete the testimonial' }}
        onClose={() => setLeaving(null)}
      >
        <p>It is deleted permanently from the site and from this list. To keep it for later, hide it instead.</p>
      </DeleteDialog>
    </>
  );
};
