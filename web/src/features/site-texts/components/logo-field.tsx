import { LOGO_BYTES_MAX, LOGO_TYPES } from '@lectern/contracts/content/logo-model';
import { logoPath } from '@lectern/contracts/page-profile';
import { useEffect, useRef, useState } from 'react';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { formatBytes } from '../../../components/console/format-bytes.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FieldFrame, useFieldWiring } from '../../../components/ui/field-frame.tsx';
import fieldStyles from '../../../components/ui/field.module.css';
import { Cluster } from '../../../components/ui/layout.tsx';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { uploadLogoFile } from '../api/upload-logo.ts';
import { drawnAsPng, DRAWING_TYPE } from '../drawn-as-png.ts';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import styles from '../../../components/profile-form/profile.module.css';

const LIMIT = `${LOGO_BYTES_MAX / 1024 / 1024} MB`;
const HINT = `A square PNG, WebP or SVG of at most ${LIMIT}. It takes the place of the mark beside the name, and is the icon of browser tabs.`;

const CHOSEN_TYPES: readonly string[] = [...LOGO_TYPES, DRAWING_TYPE];

/** The reason for which a file is not worth an upload; null for any other. The server judges a file by its contents. */
const refusalOf = ({ type, size }: File): string | null => {
  if (!CHOSEN_TYPES.includes(type)) return 'Choose a PNG, WebP or SVG picture';
  return size > LOGO_BYTES_MAX ? `This file has ${formatBytes(size)}. The limit is ${LIMIT}` : null;
};

/** A stored logo, with the name of the association as its alt text. */
export const LogoPicture = ({ logo, name }: { logo: string; name: string }) => (
  <img className={styles['picture']} src={logoPath(logo)} alt={name} width={64} height={64} />
);

/** The logo: a chosen file is uploaded immediately, and is the association's once the form is saved. */
export const LogoField = ({ form }: { form: UseFormReturn<FieldValues> }) => {
  const [logo, name] = useWatch({ control: form.control, name: ['logo', 'name'] }) as [string | null, string];
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  /** A new control begins without a file. */
  const [control, setControl] = useState(0);
  const upload = useRef<AbortController>(null);
  useEffect(() => () => upload.current?.abort(), []);
  const change = (id: string | null) =>
    form.setValue('logo', id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });

  const choose = async (file: File): Promise<void> => {
    const refusal = refusalOf(file);
    setProblem(refusal);
    if (refusal !== null) return;
    const { signal } = (upload.current = new AbortController());
    setSending(true);
    try {
      const picture = file.type === DRAWING_TYPE ? await drawnAsPng(file) : file;
      if (picture === null)
        setProblem('This SVG is damaged and cannot be drawn. Export it again and choose the new file');
      else change(await uploadLogoFile(picture, signal));
    } catch (error) {
      if (signal.aborted) return;
      const atFile = error instanceof ApiError ? error.fields['file'] : undefined;
      setProblem(atFile ?? messageOr(error, 'The connection failed. Choose the file again.'));
    } finally {
      setSending(false);
    }
  };

  const error = problem ?? messageAt(form, 'logo');
  const wiring = useFieldWiring({ hint: HINT, error });
  return (
    <div className={styles['logo']}>
      {logo !== null && (
        <Cluster>
          <LogoPicture logo={logo} name={name} />
          <Button
            size="small"
            onClick={() => {
              setProblem(null);
              setControl((before) => before + 1);
              change(null);
            }}
          >
            Remove logo
          </Button>
        </Cluster>
      )}
      <FieldFrame label="Logo" hint={isSending ? 'Uploading...' : HINT} error={error} controlId={wiring.id}>
        <input
          key={control}
          {...wiring}
          className={fieldStyles['control']}
          type="file"
          accept={CHOSEN_TYPES.join()}
          disabled={isSending}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void choose(file);
          }}
        />
      </FieldFrame>
    </div>
  );
};
