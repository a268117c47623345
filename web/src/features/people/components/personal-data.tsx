import type { KnownPerson, PersonPart } from '@lectern/contracts/system/people-http';
import { useMutation } from '@tanstack/react-query';
import { May } from '../../../components/console/may.tsx';
import { useMay } from '../../../components/console/use-admin.ts';
import { Button } from '../../../components/ui/button.tsx';
import { DownloadIcon } from '../../../components/ui/action-icons.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../lib/toast-store.ts';
import { downloadPerson } from '../api/personal-data.ts';
import { ErasePerson } from './erase-person.tsx';
import styles from './person.module.css';

const Download = ({ email }: { email: string }) => {
  const { mutate, isPending } = useMutation({
    mutationFn: downloadPerson,
    onSuccess: ({ blob, fileName }) => {
      saveFile(blob, fileName);
      toast({ title: 'Download started', description: `Their data is in ${fileName}.` });
    },
    onError: (error) =>
      toast({
        title: 'Download failed',
        description: messageOr(error, 'No file was made. Please try again.'),
        variant: 'destructive',
      }),
  });
  return (
    <Button size="small" onClick={() => mutate(email)} busy={isPending} busyLabel="Preparing...">
      <DownloadIcon />
      Download Data
    </Button>
  );
};

/** The two requests that a person may make about their data, for staff who may answer them. */
export const PersonalData = ({ person, missing }: { person: KnownPerson; missing: readonly PersonPart[] }) => {
  const may = useMay();
  if (!may('people:export') && !may('people:erase')) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby="person-data">
      <h2 id="person-data" className={styles['section']}>
        Personal data
      </h2>
      <p>
        For a person who asks for a copy of their data, or to be forgotten. Check that the request came from{' '}
        <span className="breakable">{person.email}</span>, and answer to this email address only.
      </p>
      <Actions>
        <May permission="people:export">
          <Download email={person.email} />
        </May>
        <May permission="people:erase">
          <ErasePerson person={person} missing={missing} />
        </May>
      </Actions>
    </Stack>
  );
};
