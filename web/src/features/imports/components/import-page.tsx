import {
  IMPORT_FIELDS,
  IMPORT_LIMIT_BYTES,
  IMPORT_ROWS_MAX,
  type ImportField,
  type ImportKind,
  type ListImport,
} from '@lectern/contracts/list-import';
import { useState } from 'react';
import { formatBytes } from '../../../components/console/format-bytes.ts';
import { useOneAtATime } from '../../../components/use-once-at-a-time.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FieldFrame, useFieldWiring } from '../../../components/ui/field-frame.tsx';
import fieldStyles from '../../../components/ui/field.module.css';
import { Stack } from '../../../components/ui/layout.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { readFile } from '../api/imports.ts';
import { ImportMappingForm } from './import-mapping-form.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import styles from './import-page.module.css';

const KINDS = [
  {
    value: 'debate-club',
    label: 'Debate Club',
    note: 'Debate club registrations, with a first name and a last name. They do not open the member area: that takes a paid subscription.',
  },
  {
    value: 'newsletter',
    label: 'Newsletter',
    note: 'People who agreed to get the newsletter. The list keeps email addresses only, no names. The import leaves out people who have unsubscribed.',
  },
] as const;

/** Leaves room for the escaping that the request adds to the text. */
const FILE_MAX = Math.floor(IMPORT_LIMIT_BYTES * 0.9);

const AND = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** The columns that an import reads: "Required columns: Email. Optional columns: Source and Tags." */
const columnsOf = (kind: ImportKind): string => {
  const labels = (isRequired: boolean) =>
    AND.format(
      IMPORT_FIELDS[kind]
        .filter((field: ImportField) => (field.isRequired ?? false) === isRequired)
        .map(({ label }) => label),
    );
  return `Required columns: ${labels(true)}. Optional columns: ${labels(false)}. All other columns are ignored.`;
};

const FilePicker = ({
  kind,
  onPick,
  error,
  busy,
}: {
  kind: ImportKind;
  onPick: (file: File) => void;
  error: string | undefined;
  busy: boolean;
}) => {
  const hint = `${columnsOf(kind)} The file is a table saved as .csv, .tsv or .txt, with commas, semicolons or tabs between its columns: one row of headings and up to ${formatCount(IMPORT_ROWS_MAX)} more rows. In the next step you choose which column is which, and you see a preview before anything is imported.`;
  const wiring = useFieldWiring({ hint, error });
  return (
    <FieldFrame label="CSV file" hint={hint} error={error} controlId={wiring.id}>
      <input
        {...wiring}
        className={fieldStyles['control']}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        disabled={busy}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Clearing the value lets the administrator pick the same file again after correcting it.
          event.target.value = '';
          if (file !== undefined) onPick(file);
        }}
      />
    </FieldFrame>
  );
};

/** Imports a list from a file in four steps: choose the file, map its columns, check the preview, import. */
export const ImportPage = () => {
  const [kind, setKind] = useState<ImportKind>('debate-club');
  const [file, setFile] = useState<ListImport | null>(null);
  const [problem, setProblem] = useState<string>();
  const reading = useOneAtATime({
    run: readFile,
    onSuccess: (read) => {
      setProblem(undefined);
      setFile(read);
    },
    onError: (error) => setProblem(messageOr(error, 'The file could not be read. Please try again.')),
  });
  const pick = (picked: File) => {
    if (picked.size > FILE_MAX)
      setProblem(`The file is too large: ${formatBytes(picked.size)}. The limit is ${formatBytes(FILE_MAX)}.`);
    else reading.start({ kind, file: picked });
  };
  const restart = () => {
    setProblem(undefined);
    setFile(null);
  };

  if (file === null) {
    return (
      <Stack as="section" gap={4} className={styles['step']} aria-label="Choose a file">
        <SegmentedField
          label="Which list"
          segments={KINDS}
          value={kind}
          disabled={reading.isPending}
          onChange={(event) => setKind(event.target.value as ImportKind)}
        />
        <FilePicker kind={kind} onPick={pick} error={problem} busy={reading.isPending} />
        <p role="status">{reading.isPending ? 'Reading the file...' : ''}</p>
      </Stack>
    );
  }
  return (
    <>
      <section className={styles['file']} aria-label="The file">
        <p>
          <strong>{file.name}</strong>: {formatCount(file.rows)} {file.rows === 1 ? 'row' : 'rows'} for{' '}
          {KINDS.find(({ value }) => value === kind)?.label}
        </p>
        <Button size="small" onClick={restart}>
          {file.status === 'done' ? 'Import another file' : 'Choose another file'}
        </Button>
      </section>
      {file.status !== 'done' && <ImportMappingForm kind={kind} file={file} onChecked={setFile} />}
      {file.status !== 'read' && <ImportOutcome kind={kind} file={file} onDone={setFile} />}
    </>
  );
};
