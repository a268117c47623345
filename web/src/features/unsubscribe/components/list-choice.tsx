import type { ListChoices, MailPreferences } from '@lectern/contracts/messaging/preferences-model';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { chooseLists, preferencesQuery } from '../api/preferences.ts';
import styles from './list-choice.module.css';

const LISTS: readonly { list: keyof ListChoices; label: string; hint: string }[] = [
  { list: 'newsletter', label: 'The newsletter', hint: 'Things to read, and what is new.' },
  { list: 'debate_club', label: 'News of the Debate Club', hint: 'For members.' },
  { list: 'tournament', label: 'News of tournaments', hint: 'For people who are registered for one.' },
];

const STOPPED: Readonly<Record<NonNullable<MailPreferences['stopped']>, string>> = {
  bounced: 'Emails to this address came back, so none are sent at present. Write to us when it works again.',
  complained: 'An email to this address was marked as spam, so none are sent. Write to us if that was not meant.',
};

interface Props {
  readonly link: { readonly email: string; readonly key: string };
}

/** Unsubscribes from single lists, or subscribes again. Renders nothing until the choices have loaded. */
export const ListChoice = ({ link }: Props) => {
  const { data } = useQuery(preferencesQuery(link));
  return data === undefined ? null : <Choice link={link} known={data} />;
};

const Choice = ({ link, known }: Props & { readonly known: MailPreferences }) => {
  const queries = useQueryClient();
  const [lists, setLists] = useState(known.lists);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => chooseLists(link, lists),
    onSuccess: (saved) => {
      queries.setQueryData(preferencesQuery(link).queryKey, saved);
      setLists(saved.lists);
    },
  });
  const isNothing = LISTS.every(({ list }) => !lists[list]);
  return (
    <form
      className={styles['choice']}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <fieldset>
        <legend>Or choose which emails come</legend>
        {LISTS.map(({ list, label, hint }) => (
          <CheckboxField
            key={list}
            label={label}
            hint={hint}
            checked={lists[list]}
            onChange={({ target }) => {
              reset();
              setLists((before) => ({ ...before, [list]: target.checked }));
            }}
          />
        ))}
      </fieldset>
      {known.stopped !== null && <Notice tone="wait">{STOPPED[known.stopped]}</Notice>}
      <Button type="submit" busy={isPending} busyLabel="Saving...">
        Save my choice
      </Button>
      <div role="status">
        {isSuccess && (
          <Notice>
            {isNothing
              ? 'Saved: no emails of any list come any more.'
              : 'Saved: only emails of the lists that are ticked come.'}
          </Notice>
        )}
      </div>
      {error !== null && (
        <Notice tone="stop" role="alert">
          {messageOr(error, 'The connection failed, and nothing was changed. Please save again.')}
        </Notice>
      )}
    </form>
  );
};
