import { pictureAt, pictureSource } from '@lectern/contracts/content/picture';
import { useId } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FieldError, FieldHint } from '../../../components/ui/field-frame.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import styles from './picture-field.module.css';

interface Props {
  /** Of an upload, or one that an earlier release took from any site; empty for none. */
  address: string;
  hint: string;
  error: string | undefined;
  onUpload: () => void;
  onRemove: () => void;
}

/** The uploaded picture of a record. */
export const PictureField = ({ address, hint, error, onUpload, onRemove }: Props) => {
  const id = useId();
  const isUploaded = pictureAt(address) !== null;
  return (
    <fieldset className={styles['picture']} aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}>
      <legend>Picture</legend>
      {isUploaded && <img src={pictureSource(address)} alt="The picture as the site shows it" width="88" height="88" />}
      {address !== '' && !isUploaded && <p className="breakable">{address}</p>}
      <Actions>
        <Button size="small" onClick={onUpload}>
          {address === '' ? 'Upload a picture' : 'Upload another picture'}
        </Button>
        {address !== '' && (
          <Button size="small" onClick={onRemove}>
            Remove picture
          </Button>
        )}
      </Actions>
      <FieldHint controlId={id}>{hint}</FieldHint>
      <FieldError controlId={id} message={error} />
    </fieldset>
  );
};
