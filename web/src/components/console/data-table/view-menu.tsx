import { VIEWED_LISTS, type SavedView, type ViewedList } from '@lectern/contracts/identity/saved-view';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { BookmarkIcon } from '../table-icons.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import type { ShownView } from '../list-view.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { toastWithUndo } from '../undo.tsx';
import { useMay } from '../use-admin.ts';
import { useAdminWrite } from '../use-admin-write.ts';
import styles from './data-list.module.css';
import { isSameView, removeView, savedViewsQuery, storeView, toDefinition, toShownView } from './saved-views.ts';
import { ViewFormFields } from './view-form.tsx';

export const isViewedList = (key: string): key is ViewedList => (VIEWED_LISTS as readonly string[]).includes(key);

interface Props {
  list: ViewedList;
  view: ShownView;
  /** The columns that are not shown now. */
  hidden: readonly string[];
  onOpen: (view: ShownView) => void;
}

const failed = (error: Error) =>
  toast({ title: 'The view was not changed', description: messageOr(error, error.message), variant: 'destructive' });

/**
 * Opens the saved views of a list, and saves the one that is shown. Only the administrator who saved one can change it; owners can also
 * delete a shared one of a colleague.
 */
export const ViewMenu = ({ list, view, hidden, onOpen }: Props) => {
  const { data: views = [], isError } = useQuery(savedViewsQuery(list));
  /** The form: for a new view, or for the name and sharing of one. */
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null);
  const opened = views.find(({ id }) => id === view.saved);
  const definition = toDefinition(view, hidden);
  const isChanged = opened !== undefined && !isSameView(opened.definition, definition);

  const { start: update } = useAdminWrite({
    run: storeView,
    onSuccess: ({ message }) => toast({ title: 'View saved', description: message }),
    onError: failed,
  });
  const mayClearUp = useMay()('staff:write');
  /** A view of another administrator that is to be deleted. */
  const [leaving, setLeaving] = useState<SavedView | null>(null);
  const removal = useAdminWrite({
    run: removeView,
    onSuccess: ({ message }) => {
      toast({ title: 'View deleted', description: message });
      setLeaving(null);
      onOpen(withoutSaved(view));
    },
    onError: failed,
  });

  const { start: remove } = useAdminWrite({
    run: removeView,
    onSuccess: ({ message }, { name, isShared, definition }) => {
      toastWithUndo({
        title: 'View deleted',
        description: message,
        undo: () => storeView({ list, id: null, form: { name, isShared, definition } }),
        undone: `“${name}” is there again.`,
      });
      onOpen(withoutSaved(view));
    },
    onError: failed,
  });

  return (
    <>
      <Menu
        label={opened === undefined ? 'Views' : `Views: ${opened.name}`}
        trigger={
          <>
            <BookmarkIcon />
            {opened === undefined ? 'Views' : `${opened.name}${isChanged ? ', changed' : ''}`}
          </>
        }
        triggerClass={styles['trigger']}
      >
        {() => (
          <>
            {isError && <MenuLine>The saved views could not be loaded.</MenuLine>}
            {views.map((saved) => (
              <MenuItem
                key={saved.id}
                note={saved.isOwn ? (saved.isShared ? 'Shared' : undefined) : `Shared by ${saved.ownerName}`}
                onSelect={() => onOpen(toShownView(saved))}
              >
                {saved.name}
              </MenuItem>
            ))}
            {opened?.isOwn === true && isChanged && (
              <MenuItem
                onSelect={() =>
                  update({
                    list,
                    id: opened.id,
                    form: { name: opened.name, isShared: opened.isShared, definition },
                  })
                }
              >
                Save the changes to “{opened.name}”
              </MenuItem>
            )}
            {opened?.isOwn === true && (
              <>
                <MenuItem onSelect={() => setEdited(opened)}>Rename or share “{opened.name}”</MenuItem>
                <MenuItem danger onSelect={() => remove(opened)}>
                  Delete “{opened.name}”
                </MenuItem>
              </>
            )}
            {opened?.isOwn === false && mayClearUp && (
              <MenuItem danger onSelect={() => setLeaving(opened)}>
                Delete “{opened.name}”
              </MenuItem>
            )}
            <MenuItem onSelect={() => setEdited('new')}>Save as a new view</MenuItem>
          </>
        )}
      </Menu>
      <FormDialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === null || edited === 'new' ? 'Save as a new view' : `Rename or share “${edited.name}”`}
      >
        {edited !== null && (
          <ViewFormFields
            list={list}
            edited={edited === 'new' ? null : edited}
            definition={definition}
            onDone={(saved) => {
              setEdited(null);
              if (edited === 'new') onOpen(toShownView(saved));
            }}
          />
        )}
      </FormDialog>
      <ConfirmDialog
        open={leaving !== null}
        title={`Delete “${leaving?.name ?? ''}”?`}
        action="Delete"
        busyAction="Deleting..."
        back="Keep it"
        busy={removal.isPending}
        error={removal.error}
        onConfirm={() => {
          if (leaving !== null) removal.start(leaving);
        }}
        onClose={() => {
          removal.reset();
          setLeaving(null);
        }}
      >
        <p>{leaving?.ownerName} shared this view. It is deleted for all administrators, which cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
};

const withoutSaved = ({ saved: _saved, ...view }: ShownView): ShownView => view;
