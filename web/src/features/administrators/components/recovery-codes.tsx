import { useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { saveFile } from '../../../lib/save-file.ts';
import styles from './security.module.css';

/** New recovery codes. They cannot be shown again. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const association = useAssociation();
  const beginning = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    beginning.current?.focus();
  }, []);
  const text = codes.join('\n');
  return (
    <Card title="Your recovery codes">
      <Stack gap={5}>
        <p className={styles['announced']} ref={beginning} tabIndex={-1}>
          Use a recovery code in place of a code from your authenticator app, for example when your phone is lost. Each
          works once. <strong>They are shown only once:</strong> keep them where you can find them without your phone,
          such as in a password manager or on paper.
        </p>
        <ul className={styles['codes']} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Actions>
          <Button variant="primary" onClick={onKept}>
            I have saved them
          </Button>
          <Button onClick={() => void copyText(text, 'Recovery codes')}>Copy</Button>
          <Button
            onClick={() =>
              saveFile(
                new Blob([`${association.name}, recovery codes\n\n${text}\n`], { type: 'text/plain' }),
                'recovery-codes.txt',
              )
            }
          >
            Download
          </Button>
        </Actions>
      </Stack>
    </Card>
  );
};
