import type { MergedRecords } from '@lectern/contracts/person-merge';
import type { MergePreviewed } from '@lectern/contracts/system/merge-http';
import { requiredEmail } from '@lectern/contracts/fields';
import { PROMPTS } from '@lectern/contracts/prompts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Consequences, Kept } from '../../../components/ui/consequences.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState, Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { merge, mergePreviewQuery } from '../api/merge.ts';
import { typedEmail } from '../typed-email.ts';

const NOTHING_MERGED = 'Nothing was merged.';

/** One record, and several. */
const RECORDS: Record<MergedRecords, readonly [string, string]> = {
  notes: ['note', 'notes'],
  tags: ['tag', 'tags'],
  memberships: ['membership', 'memberships'],
  payments: ['payment', 'payments'],
  payment_pages: ['open payment page', 'open payment pages'],
  debate_club: ['registration in the Debate Club', 'registrations in the Debate Club'],
  entries: ['tournament entry', 'tournament entries'],
  seats: ['bootcamp registration', 'bootcamp registrations'],
  newsletter: ['newsletter subscription', 'newsletter subscriptions'],
  opt_outs: ['refusal of emails', 'refusals of emails'],
  messages: ['message', 'messages'],
  emails: ['email in the history', 'emails in the history'],
};

const countOf = ({ what, count }: MergePreviewed['parts'][number]['moves'][number]): string =>
  `${count} ${RECORDS[what][count === 1 ? 0 : 1]}`;

const named = ({ name, email }: MergePreviewed['from']): string => (name === null ? email : `${name} (${email})`);

const PARTS: Record<MergePreviewed['parts'][number]['part'], string> = {
  account: 'Notes and tags',
  payments: 'Payments',
  registrations: 'Registrations',
  mail: 'Newsletter and emails',
};

const Effects = ({ from, into, parts }: MergePreviewed) => (
  <Stack gap={4}>
    <p className="breakable">
      Everything of <strong>{named(from)}</strong> moves to <strong>{named(into)}</strong>:
    </p>
    <Consequences>
      {parts.map(({ part, moves }) => (
        <Kept key={part}>
          {PARTS[part]}: {moves.length === 0 ? 'nothing' : moves.map(countOf).join(', ')}
        </Kept>
      ))}
    </Consequences>
    <p>
      {into.account === 'none'
        ? 'There is no account. Names in registrations stay as typed. '
        : 'The account keeps its email address, name and login. Registrations for events get its name. '}
      Both addresses get an email about a membership that is running, and about each registration for an event that is
      not over. Lists that either of them left, and spam complaints, are in force for both. Emails that were sent keep
      the address that they went to.
    </p>
    <p>Nobody can undo this. If somebody uses {from.email} again later, they are a new person.</p>
  </Stack>
);

const MergeForm = ({ preview, onClose }: { preview: MergePreviewed; onClose: () => void }) => {
  const { from, into } = preview;
  // Attempts have one id, so that they are merged once.
  const [id] = useState<string>(() => crypto.randomUUID());
  const client = useQueryClient();
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm({
    resolver: contractResolver(typedEmail(from.email)),
    defaultValues: { email: '' },
  });
  const { start, isPending, error } = useAdminWrite({
    run: merge,
    onSuccess: ({ message }, { newEmail }) => {
      toast({ title: 'Merged', description: message });
      void navigate(adminSectionPath('people', { merge: id, email: newEmail }), { replace: true });
      client.removeQueries({ queryKey: ['admin', 'people'] });
    },
    onError: (failure) =>
      toast({ title: 'Not merged', description: messageOr(failure, NOTHING_MERGED), variant: 'destructive' }),
  });
  return (
    <Stack
      as="form"
      gap={5}
      noValidate
      aria-label={`Merge ${from.email}`}
      onSubmit={(event) => void handleSubmit(() => start({ id, oldEmail: from.email, newEmail: into.email }))(event)}
    >
      <Effects {...preview} />
      <TextField
        label={`Type ${from.email} to confirm`}
        type="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <ActionFailure error={error} fallback={NOTHING_MERGED} />
      <Actions end>
        <Button onClick={onClose} disabled={isPending}>
          Keep both
        </Button>
        <Button type="submit" variant="danger" busy={isPending} busyLabel="Merging...">
          Merge for good
        </Button>
      </Actions>
    </Stack>
  );
};

const Preview = ({ email, otherEmail, onClose }: { email: string; otherEmail: string; onClose: () => void }) => {
  const known = useQuery(mergePreviewQuery(email, otherEmail));
  if (known.isPending) return <Skeleton lines={6} label="Loading what moves" />;
  if (known.data === undefined)
    return (
      <ErrorState
        title="These people cannot be compared"
        onRetry={() => void known.refetch()}
        retrying={known.isFetching}
      >
        {known.error?.message}
      </ErrorState>
    );
  const { into, parts } = known.data;
  const problems = parts.flatMap((part) => part.problems);
  if (problems.length === 0) return <MergeForm preview={known.data} onClose={onClose} />;
  return (
    <Stack gap={5}>
      {problems.map((problem) => (
        <Notice key={problem} tone="wait">
          <p className="breakable">{problem}</p>
        </Notice>
      ))}
      {into.account === 'active' && into.isEmailVerified === false && (
        <p className="breakable">
          <Link to={adminSectionPath('people', { email: into.email })} onClick={onClose}>
            Send the confirmation email from the page of {into.email}
          </Link>
          . Merge them once the email is confirmed.
        </p>
      )}
      <Actions end>
        <Button onClick={onClose}>Keep both</Button>
      </Actions>
    </Stack>
  );
};

const otherForm = z.object({ email: requiredEmail(PROMPTS.theirEmail) });

const ChooseOther = ({ email, onChoose }: { email: string; onChoose: (email: string) => void }) => {
  const { register, handleSubmit, formState } = useForm({
    resolver: contractResolver(otherForm),
    defaultValues: { email: '' },
  });
  return (
    <Stack
      as="form"
      gap={5}
      noValidate
      aria-label="Choose the other person"
      onSubmit={(event) => void handleSubmit((form) => onChoose(form.email))(event)}
    >
      <p className="breakable">For a person who used another email address than {email}.</p>
      <TextField
        label="The other email"
        type="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Actions end>
        <Button type="submit" variant="primary">
          Compare
        </Button>
      </Actions>
    </Stack>
  );
};

/** Shows what a merge of a person with another one moves, and merges them. `other`: its email address; null to ask for it. */
export const MergeDialog = ({
  email,
  other,
  onClose,
}: {
  email: string;
  other: string | null;
  onClose: () => void;
}) => {
  const [chosen, choose] = useState(other);
  return (
    <FormDialog open onClose={onClose} title="Merge two people">
      {chosen === null ? (
        <ChooseOther email={email} onChoose={choose} />
      ) : (
        <Preview email={email} otherEmail={chosen} onClose={onClose} />
      )}
    </FormDialog>
  );
};

/** The button that merges a person with one whose email address staff type. */
export const MergePerson = ({ email }: { email: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Merge Person
      </Button>
      {isOpen && <MergeDialog email={email} other={null} onClose={() => setOpen(false)} />}
    </>
  );
};
