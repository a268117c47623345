import type { AdminTestimonial } from '@lectern/contracts/content/admin-model';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../../../components/console/admin-list.module.css';
import { AdminList } from '../../../components/console/admin-list.tsx';
import { DeleteDialog } from '../../../components/console/delete-dialog.tsx';
import row from '../../../components/console/row-actions.module.css';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { Column } from '../../../components/ui/table.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { removeTestimonial, setTestimonialShown, testimonialList } from '../api/testimonials.ts';
import { SHOWN_FILTERS } from '../shown-filters.ts';
import { TestimonialForm } from './testimonial-form.tsx';

interface Does {
  edit: (row: AdminTestimonial) => void;
  show: (row: AdminTestimonial) => void;
  remove: (row: AdminTestimonial) => void;
}

const columns = ({ edit, show, remove }: Does): readonly Column<AdminTestimonial>[] => [
  { key: 'name', header: 'Name', cell: ({ name }) => <span className={styles['name']}>{name}</span> },
  { key: 'role', header: 'Role', cell: ({ role }) => role },
  { key: 'quote', header: 'Quote', cell: ({ quote }) => <span className={row['clamped']}>{quote}</span> },
  { key: 'rating', header: 'Rating', cell: ({ rating }) => `${rating} of 5` },
  {
    key: 'status',
    header: 'Status',
    cell: ({ isActive }) => (isActive ? <Badge tone="ok">Shown</Badge> : <Badge>Hidden</Badge>),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: (testimonial) => (
      <span className={row['actions']}>
        <Button size="small" onClick={() => edit(testimonial)} aria-label={`Edit ${testimonial.name}`}>
          Edit
        </Button>
        <Button
          size="small"
          onClick={() => show(testimonial)}
          aria-label={`${testimonial.isActive ? 'Hide' : 'Show'} ${testimonial.name}`}
        >
          {testimonial.isActive ? 'Hide' : 'Show'}
        </Button>
        {/* The next update of the site would restore a testimonial from its files. */}
        {!testimonial.isFromFiles && (
          <Button
            size="small"
            variant="danger"
            onClick={() => remove(testimonial)}
            aria-label={`Delete ${testimonial.name}`}
          >
            Delete
          </Button>
        )}
      </span>
    ),
  },
];

/** All testimonials, shown and hidden. */
export const TestimonialList = () => {
  const client = useQueryClient();
  const [editing, setEditing] = useState<AdminTestimonial | 'new' | null>(null);
  const [leaving, setLeaving] = useState<AdminTestimonial | null>(null);
  const { start: show } = useAdminWrite({
    run: ({ id, isActive }: AdminTestimonial) => setTestimonialShown({ id, isActive: !isActive }),
    onSuccess: ({ name, isActive }) => {
      void client.invalidateQueries({ queryKey: ['testimonials'] });
      toast({
        title: isActive ? 'Shown' : 'Hidden',
        description: isActive
          ? `The testimonial of ${name} is on the site if it is among the first six.`
          : `The testimonial of ${name} is no longer on the site.`,
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
      <AdminList
        source={testimonialList}
        label="Testimonials"
        noun={['testimonial', 'testimonials']}
        searchHint="Name, role or words"
        filters={SHOWN_FILTERS}
        columns={columns({ edit: setEditing, show, remove: setLeaving })}
        whenEmpty="Add what members said about the association, with their permission."
        actions={() => (
          <Button size="small" variant="primary" onClick={() => setEditing('new')}>
            New testimonial
          </Button>
        )}
      />
      <Dialog
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'new' || editing === null ? 'New testimonial' : `Edit the testimonial of ${editing.name}`}
      >
        {editing !== null && (
          <TestimonialForm testimonial={editing === 'new' ? null : editing} onDone={() => setEditing(null)} />
        )}
      </Dialog>
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
