import type { ManagedDocument } from '@lectern/contracts/content/document-http';
import { DOCUMENT_BYTES_MAX } from '@lectern/contracts/content/document-model';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { EditConflict } from '../../../components/console/edit-conflict.tsx';
import type { Conflict } from '../../../components/console/edit-outcome.ts';
import { formatBytes } from '../../../components/console/format-bytes.ts';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { saverOf } from '../../../components/console/saver-of.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { documentsQuery as readersQuery } from '../../../components/documents/list-documents.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FieldFrame, useFieldWiring } from '../../../components/ui/field-frame.tsx';
import fieldStyles from '../../../components/ui/field.module.css';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { saveDocument, uploadDocument } from '../api/documents.ts';
import { sizeOf } from '../size-of.ts';
import styles from './documents.module.css';

/** Of a file, in megabytes. */
const LIMIT = `${DOCUMENT_BYTES_MAX / 1024 / 1024} MB`;
const LABELS = { title: 'Title', description: 'Description', file: 'File' } as const;

const FileField = ({
  current,
  error,
  disabled,
  onChoose,
}: {
  current: ManagedDocument;
  error: string | undefined;
  disabled: boolean;
  onChoose: (file: File | null) => void;
}) => {
  const hint = `A PDF of at most ${LIMIT}. Without a file, the current one stays (version ${current.version}, ${sizeOf(current)}).`;
  const wiring = useFieldWiring({ hint, error });
  return (
    <FieldFrame label={LABELS.file} hint={hint} error={error} controlId={wiring.id}>
      <input
        {...wiring}
        className={fieldStyles['control']}
        type="file"
        accept=".pdf,application/pdf"
        disabled={disabled}
        onClick={(event) => {
          // So that the same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
          onChoose(null);
        }}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
    </FieldFrame>
  );
};

/**
 * Edits a document and replaces its file, in a dialog. The file is uploaded once: after a conflict or a failed save, the next attempt uses
 * the stored one. Closing the dialog aborts an upload, which leaves nothing.
 */
export const DocumentForm = ({ document, onClose }: { document: ManagedDocument; onClose: () => void }) => {
  const client = useQueryClient();
  // The version that the edit began from. It stays when somebody else saves a newer one.
  const [base, setBase] = useState(document);
  const [title, setTitle] = useState(base.title);
  const [description, setDescription] = useState(base.description);
  const [file, setFile] = useState<File | null>(null);
  /** A new control begins without a file. */
  const [control, setControl] = useState(0);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [conflict, setConflict] = useState<Conflict<ManagedDocument> | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const stored = useRef<{ readonly file: File; readonly id: string } | null>(null);
  const upload = useRef<AbortController>(null);

  const storedFile = async (): Promise<string | null> => {
    if (file === null) return null;
    if (stored.current?.file === file) return stored.current.id;
    upload.current = new AbortController();
    setSent(0);
    try {
      const id = await uploadDocument(file, { signal: upload.current.signal, onSent: setSent });
      stored.current = { file, id };
      return id;
    } finally {
      setSent(null);
    }
  };
  const write = useAdminWrite({
    run: async (version: number) => saveDocument(base.key, { title, description, file: await storedFile(), version }),
    onSuccess: (outcome) => {
      setProblems({});
      if ('conflict' in outcome) {
        setConflict(outcome.conflict);
        return;
      }
      void client.invalidateQueries({ queryKey: readersQuery.queryKey });
      toast({
        title: 'Saved',
        description: `Readers get version ${outcome.saved.version} of “${outcome.saved.title}” from now on.`,
      });
      onClose();
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems(fields);
      // A stored file can expire.
      if (fields['file'] !== undefined) stored.current = null;
    },
  });
  const close = () => {
    upload.current?.abort();
    onClose();
  };
  const choose = (chosen: File | null) => {
    const isTooLarge = chosen !== null && chosen.size > DOCUMENT_BYTES_MAX;
    setFile(isTooLarge ? null : chosen);
    setProblems((before) => ({
      ...before,
      file: isTooLarge
        ? `This file has ${formatBytes(chosen.size)}. The limit is ${LIMIT}: export it with smaller pictures.`
        : '',
    }));
  };
  const problemOf = (field: keyof typeof LABELS): string | undefined => problems[field] || undefined;
  const isShownAtField = Object.keys(LABELS).some((field) => problems[field]);

  return (
    <FormDialog open onClose={close} title={`Edit “${base.title}”`}>
      <Stack
        as="form"
        gap={4}
        noValidate
        aria-label="Document"
        onSubmit={(event) => {
          event.preventDefault();
          if (!problems['file'] || file !== null) write.start(base.version);
        }}
      >
        {conflict !== null && (
          <EditConflict
            key={conflict.current.version}
            saved={
              conflict.current.savedAt === null
                ? undefined
                : { by: saverOf(conflict.current), at: conflict.current.savedAt }
            }
            differences={[
              { field: 'title', label: LABELS.title, theirs: conflict.current.title, mine: title },
              {
                field: 'description',
                label: LABELS.description,
                theirs: conflict.current.description,
                mine: description,
              },
              {
                field: 'file',
                label: LABELS.file,
                theirs: `Version ${conflict.current.version}, ${sizeOf(conflict.current)}`,
                mine: file === null ? 'No new file: theirs stays' : file.name,
              },
            ].filter(({ field }) => conflict.changed.includes(field))}
            busy={write.isPending}
            onTakeTheirs={() => {
              if (conflict.changed.includes('title')) setTitle(conflict.current.title);
              if (conflict.changed.includes('description')) setDescription(conflict.current.description);
              if (conflict.changed.includes('file')) {
                setFile(null);
                setControl(control + 1);
              }
              setBase(conflict.current);
              setConflict(null);
            }}
            onSaveMine={() => write.start(conflict.current.version)}
          />
        )}
        <TextField
          label={LABELS.title}
          data-begins=""
          autoComplete="off"
          error={problemOf('title')}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextareaField
          label={LABELS.description}
          rows={2}
          hint="One sentence under the title in the lists."
          error={problemOf('description')}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <FileField
          key={control}
          current={base}
          error={problemOf('file')}
          disabled={write.isPending}
          onChoose={choose}
        />
        {sent !== null && file !== null && (
          <div className={styles['progress']}>
            <progress aria-label="Upload" max={file.size} value={sent} />
            <span role="status">
              {sent < file.size
                ? `Uploading: ${formatBytes(sent)} of ${formatBytes(file.size)}`
                : 'Checking the file...'}
            </span>
          </div>
        )}
        {!isShownAtField && <ActionFailure error={write.error} />}
        <Actions end>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={conflict !== null}
            busy={write.isPending}
            busyLabel="Saving..."
          >
            Save
          </Button>
        </Actions>
      </Stack>
    </FormDialog>
  );
};
