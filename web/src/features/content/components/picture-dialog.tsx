import { PICTURE_ALT_MAX, PICTURE_BYTES_MAX, PICTURE_SIDE } from '@lectern/contracts/content/picture';
import { useEffect, useRef, useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { formatBytes } from '../../../components/console/format-bytes.ts';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FieldFrame, useFieldWiring } from '../../../components/ui/field-frame.tsx';
import fieldStyles from '../../../components/ui/field.module.css';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { uploadPicture } from '../api/pictures.ts';
import styles from './picture-dialog.module.css';

const LIMIT = `${PICTURE_BYTES_MAX / 1024 / 1024} MB`;
const HINT = `PNG, JPEG, WebP or AVIF of at most ${LIMIT}, each side at least ${PICTURE_SIDE.min} pixels. The location and other data inside a photo are removed.`;

/** The file as an address that the content security policy allows. */
const useShown = (file: File | null): string | null => {
  const [read, setRead] = useState<{ file: File; address: string } | null>(null);
  useEffect(() => {
    if (file === null) return undefined;
    const reader = new FileReader();
    reader.onload = () => setRead({ file, address: reader.result as string });
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return read !== null && read.file === file ? read.address : null;
};

const FileField = ({
  error,
  disabled,
  onChoose,
}: {
  error: string | undefined;
  disabled: boolean;
  onChoose: (file: File | null) => void;
}) => {
  const wiring = useFieldWiring({ hint: HINT, error });
  return (
    <FieldFrame label="File" hint={HINT} error={error} controlId={wiring.id}>
      <input
        {...wiring}
        data-begins=""
        className={fieldStyles['control']}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif"
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
 * Uploads a picture, in a dialog; with its alt text where it is for a text. After a failure the file and the alt text are still there. Closing the dialog
 * aborts an upload, which leaves nothing.
 */
export const PictureDialog = ({
  isForText = false,
  onUpload,
  onClose,
}: {
  isForText?: boolean;
  onUpload: (address: string, alt: string) => void;
  onClose: () => void;
}) => {
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState('');
  const [problems, setProblems] = useState<{ file?: string; alt?: string }>({});
  const [sent, setSent] = useState<number | null>(null);
  const upload = useRef<AbortController>(null);
  const shown = useShown(file);

  const write = useAdminWrite({
    run: async (chosen: File) => {
      upload.current = new AbortController();
      setSent(0);
      try {
        return await uploadPicture(chosen, { signal: upload.current.signal, onSent: setSent });
      } finally {
        setSent(null);
      }
    },
    onSuccess: (address) => {
      onClose();
      onUpload(address, alt);
    },
    onError: (error) => {
      const refused = error instanceof ApiError ? error.fields['file'] : undefined;
      setProblems(refused === undefined ? {} : { file: refused });
    },
  });
  const close = () => {
    upload.current?.abort();
    onClose();
  };
  const choose = (chosen: File | null) => {
    const isTooLarge = chosen !== null && chosen.size > PICTURE_BYTES_MAX;
    setFile(isTooLarge ? null : chosen);
    setProblems(({ file: _before, ...others }) =>
      isTooLarge
        ? {
            ...others,
            file: `This file has ${formatBytes(chosen.size)}. The limit is ${LIMIT}: make the picture smaller, for example 3,000 pixels wide.`,
          }
        : others,
    );
  };
  const submit = () => {
    const missing = {
      ...(file === null && { file: problems.file ?? 'Choose a picture' }),
      ...(isForText &&
        alt.trim() === '' && { alt: 'Write the alt text: what would a person miss who cannot see the picture?' }),
    };
    setProblems(missing);
    if (file !== null && missing.alt === undefined) write.start(file);
  };

  return (
    <FormDialog open onClose={close} title="Picture">
      <Stack
        as="form"
        gap={4}
        noValidate
        aria-label="Picture"
        onSubmit={(event) => {
          event.preventDefault();
          // The form that opened this is around it.
          event.stopPropagation();
          submit();
        }}
      >
        <FileField error={problems.file} disabled={write.isPending} onChoose={choose} />
        {shown !== null && <img className={styles['shown']} src={shown} alt="The chosen file" />}
        {isForText && (
          <TextareaField
            label="Alt text"
            rows={2}
            maxLength={PICTURE_ALT_MAX}
            hint="One sentence for a person who cannot see the picture, with the thing that they would miss: “Two debaters shake hands across a table.”"
            error={problems.alt}
            value={alt}
            onChange={(event) => setAlt(event.target.value)}
          />
        )}
        {sent !== null && file !== null && (
          <div className={styles['progress']}>
            <progress aria-label="Upload" max={file.size} value={sent} />
            <span role="status">
              {sent < file.size
                ? `Uploading: ${formatBytes(sent)} of ${formatBytes(file.size)}`
                : 'Making the sizes for readers...'}
            </span>
          </div>
        )}
        {problems.file === undefined && <ActionFailure error={write.error} />}
        <Actions end>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={write.isPending} busyLabel="Uploading...">
            {isForText ? 'Insert picture' : 'Use this picture'}
          </Button>
        </Actions>
      </Stack>
    </FormDialog>
  );
};
