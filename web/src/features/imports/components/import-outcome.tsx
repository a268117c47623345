import type { ImportKind, ListImport } from '@lectern/contracts/list-import';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { countOf } from '../../../components/console/list-view.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useOneAtATime } from '../../../components/use-once-at-a-time.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { pathTo } from '../../../config/paths.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { bringIn, saveRefused } from '../api/imports.ts';
import styles from './import-page.module.css';

const LISTS: Readonly<Record<ImportKind, { noun: readonly [string, string]; list: string }>> = {
  'debate-club': { noun: ['registration', 'registrations'], list: 'the debate club list' },
  newsletter: { noun: ['subscriber', 'subscribers'], list: 'the newsletter list' },
};

type Problem = ListImport['problems'][number];

const columns: readonly Column<Problem>[] = [
  { key: 'line', header: 'Line', cell: ({ line }) => line },
  { key: 'problem', header: 'Problem', cell: ({ problem }) => problem },
  { key: 'row', header: 'Row', cell: ({ cells }) => cells.filter((cell) => cell !== '').join(', ') || '—' },
];

const Refused = ({ kind, file }: { kind: ImportKind; file: ListImport }) => {
  const saving = useOneAtATime({
    run: saveRefused,
    onSuccess: (name) =>
      toast({ title: 'Refused rows saved', description: `Saved as ${name}. Correct the rows and import that file.` }),
    onError: (error) =>
      toast({
        title: 'Export Failed',
        description: messageOr(error, 'Failed to export data.'),
        variant: 'destructive',
      }),
  });
  return (
    <>
      <Table caption="Refused rows" columns={columns} rows={file.problems} rowKey={({ line }) => String(line)} />
      {file.refused > file.problems.length && <p>These are the first {file.problems.length} of them.</p>}
      <Actions>
        <Button onClick={() => saving.start({ kind, file })} busy={saving.isPending} busyLabel="Saving...">
          Download {countOf(file.refused, ['refused row', 'refused rows'])}
        </Button>
      </Actions>
    </>
  );
};

interface Props {
  kind: ImportKind;
  file: ListImport;
  onDone: (file: ListImport) => void;
}

/** The preview or the result of an import: the number of rows, and the refused rows with the reasons. */
export const ImportOutcome = ({ kind, file, onDone }: Props) => {
  const { noun, list } = LISTS[kind];
  const isDone = file.status === 'done';
  const heading = useRef<HTMLHeadingElement>(null);
  const bringing = useAdminWrite({
    run: bringIn,
    onSuccess: (done) => {
      toast({ title: 'Import Complete', description: `${countOf(done.ready, noun)} added to ${list}.` });
      onDone(done);
    },
    onError: (error) =>
      toast({ title: 'Nothing was imported', description: messageOr(error, error.message), variant: 'destructive' }),
  });
  // The result appears below the pressed button, so the focus moves to its heading.
  useEffect(() => heading.current?.focus(), [file]);

  return (
    <Stack as="section" gap={4} className={styles['step']} aria-label={isDone ? 'Import result' : 'Import preview'}>
      <h2 ref={heading} tabIndex={-1}>
        {isDone
          ? `${countOf(file.ready, noun)} added`
          : file.ready === 0
            ? 'None of the rows can be imported'
            : `${countOf(file.ready, noun)} can be added to ${list}`}
      </h2>
      {isDone ? (
        <p>
          They are in <Link to={pathTo('admin', { tab: kind })}>{list}</Link> now.
          {file.refused > 0 &&
            ` ${countOf(file.refused, ['row', 'rows'])} could not be imported, for the reasons below. To add them, download them, correct them and import that file.`}
        </p>
      ) : (
        <p>
          {file.refused === 0
            ? 'Every row can be imported. Nothing has been changed yet.'
            : `${countOf(file.refused, ['row', 'rows'])} cannot be imported, for the reasons below, and ${file.refused === 1 ? 'is' : 'are'} left out. Nothing has been changed yet.`}
        </p>
      )}
      {!isDone && file.ready > 0 && (
        <Actions>
          <Button
            variant="primary"
            onClick={() => bringing.start({ kind, file })}
            busy={bringing.isPending}
            busyLabel="Importing..."
          >
            Add {countOf(file.ready, noun)} to {list}
          </Button>
        </Actions>
      )}
      {file.refused > 0 && <Refused kind={kind} file={file} />}
    </Stack>
  );
};
