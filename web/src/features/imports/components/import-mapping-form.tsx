import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportKind,
  type ImportMapping,
  type ListImport,
} from '@lectern/contracts/list-import';
import { useState, type FormEvent } from 'react';
import { LeaveGuard } from '../../../components/console/leave-guard.tsx';
import { useOneAtATime } from '../../../components/use-once-at-a-time.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { humanize } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { checkFile } from '../api/imports.ts';
import styles from './import-page.module.css';

const NONE = '';
const OR = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** A copy of the record with the value under `name`, or without `name` if the value is undefined. */
const put = <T,>(record: Readonly<Record<string, T>>, name: string, value: T | undefined): Record<string, T> => {
  const rest = Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
  return value === undefined ? rest : { ...rest, [name]: value };
};

interface RowProps {
  field: ImportField;
  file: ListImport;
  mapping: ImportMapping;
  error: string | undefined;
  onChange: (mapping: ImportMapping) => void;
}

/** The column that a field is read from, an example value, and the fallback for rows without a value. */
const FieldRow = ({
  field: { name, label, isRequired = false, values, fallback, help },
  file,
  mapping: { columns, fallbacks },
  error,
  onChange,
}: RowProps) => {
  const column = columns[name];
  const example =
    column === undefined ? undefined : file.sample.map((cells) => cells[column] ?? '').find((cell) => cell !== '');
  const hints = [
    help,
    values && `Accepted words: ${OR.format(values.map(humanize))}.`,
    example && `For example: ${example}`,
  ].filter((hint) => hint !== undefined);
  const otherwise = {
    label: `${label}, if the file has none`,
    value: fallbacks[name] ?? NONE,
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      onChange({ columns, fallbacks: put(fallbacks, name, value === NONE ? undefined : value) }),
  };
  return (
    <li className={styles['field']}>
      <SelectField
        label={isRequired ? `${label} (required)` : label}
        options={[
          { value: NONE, label: isRequired ? 'Choose a column' : 'Not in the file' },
          ...file.columns.map((heading, index) => ({ value: String(index), label: heading })),
        ]}
        value={column === undefined ? NONE : String(column)}
        error={error}
        hint={hints.length === 0 ? undefined : hints.join(' ')}
        onChange={({ target: { value } }) =>
          onChange({ columns: put(columns, name, value === NONE ? undefined : Number(value)), fallbacks })
        }
      />
      {(values !== undefined || fallback !== undefined) &&
        (values === undefined ? (
          <TextField {...otherwise} autoComplete="off" />
        ) : (
          <SelectField
            {...otherwise}
            options={[
              ...(fallback === undefined ? [{ value: NONE, label: 'Not known' }] : []),
              ...values.map((value) => ({ value, label: humanize(value) })),
            ]}
          />
        ))}
    </li>
  );
};

interface Props {
  kind: ImportKind;
  file: ListImport;
  onChecked: (file: ListImport) => void;
}

/** Maps the columns of the file to fields and checks the import. */
export const ImportMappingForm = ({ kind, file, onChecked }: Props) => {
  const [mapping, setMapping] = useState(file.mapping);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const checking = useOneAtATime({
    run: checkFile,
    onSuccess: onChecked,
    onError: (error) => {
      setProblems(error instanceof ApiError ? error.fields : {});
      toast({
        title: 'The file was not checked',
        description: messageOr(error, error.message),
        variant: 'destructive',
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblems({});
    checking.start({ kind, file, mapping });
  };
  return (
    <Stack as="form" gap={4} className={styles['step']} noValidate aria-label="Match the columns" onSubmit={submit}>
      <LeaveGuard
        isActive={mapping !== file.mapping}
        lost="Nothing is imported yet. The columns that you matched are not kept, and you choose the file again."
      />
      <h2>Match the columns</h2>
      <ul className={styles['fields']}>
        {IMPORT_FIELDS[kind].map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            file={file}
            mapping={mapping}
            error={problems[field.name]}
            onChange={setMapping}
          />
        ))}
      </ul>
      <Actions>
        <Button
          type="submit"
          variant={file.status === 'read' ? 'primary' : 'secondary'}
          busy={checking.isPending}
          busyLabel="Checking..."
        >
          {file.status === 'read' ? 'Check the file' : 'Check again'}
        </Button>
      </Actions>
    </Stack>
  );
};
