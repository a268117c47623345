import { tagForm } from '@lectern/contracts/system/people-http';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { useMay } from '../../../components/console/use-admin.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CrossIcon } from '../../../components/ui/icons.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { giveTag, tagsQuery, takeTag } from '../api/tags.ts';
import styles from './person.module.css';

const AddTag = ({ email, tags }: { email: string; tags: readonly string[] }) => {
  const listId = useId();
  const known = useQuery(tagsQuery);
  const { register, handleSubmit, setError, setFocus, reset, formState, kept } = useKeptForm(
    { resolver: contractResolver(tagForm), defaultValues: { email, tag: '' } },
    { keep: `tag:${email}`, base: 0, isPersonal: true },
  );
  const { start, isPending } = useAdminWrite({
    run: giveTag,
    onSuccess: () => {
      kept.forget();
      reset();
      setFocus('tag');
    },
    onError: (error) => {
      if (showFieldErrors(error, ['tag'], setError)) return;
      toast({ title: 'Not added', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  return (
    <Stack gap={3}>
      <KeptFormNotice kept={kept} />
      <form
        className={styles['addTag']}
        noValidate
        aria-label="New tag"
        onSubmit={(event) => void handleSubmit((body) => start(body))(event)}
      >
        <TextField
          label="Tag"
          autoComplete="off"
          list={listId}
          placeholder="volunteer judge"
          error={formState.errors.tag?.message}
          {...register('tag')}
        />
        <datalist id={listId}>
          {known.data?.tags
            .filter(({ tag }) => !tags.includes(tag))
            .map(({ tag, people }) => (
              <option key={tag} value={tag}>
                {people === 1 ? '1 person' : `${people} people`}
              </option>
            ))}
        </datalist>
        <Button type="submit" busy={isPending} busyLabel="Adding...">
          Add tag
        </Button>
      </form>
    </Stack>
  );
};

/** The tags of a person, which staff give and remove. */
export const Tags = ({ email, tags }: { email: string; tags: readonly string[] }) => {
  const mayWrite = useMay()('people:write');
  const { start, isPending } = useAdminWrite({
    run: takeTag,
    onSuccess: ({ message }) => toast({ title: 'Tag removed', description: message }),
    onError: (error) =>
      toast({ title: 'Not removed', description: messageOr(error, error.message), variant: 'destructive' }),
  });
  return (
    <Stack as="section" gap={3} aria-labelledby="person-tags">
      <h2 id="person-tags" className={styles['section']}>
        Tags
      </h2>
      {tags.length > 0 ? (
        <ul className={styles['tags']}>
          {tags.map((tag) => (
            <li key={tag} className={styles['tag']}>
              <Link to={adminSectionPath('people', { tag })}>{tag}</Link>
              {mayWrite && (
                <button
                  type="button"
                  aria-label={`Remove the tag ${tag}`}
                  disabled={isPending}
                  onClick={() => start({ email, tag })}
                >
                  <CrossIcon />
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p>There are no tags.</p>
      )}
      {mayWrite && <AddTag email={email} tags={tags} />}
    </Stack>
  );
};
