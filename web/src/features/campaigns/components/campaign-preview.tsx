import type { MailingList, TargetAudience } from '@lectern/contracts/messaging/campaign-model';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmailFrame } from '../../../components/console/email-frame/email-frame.tsx';
import editor from '../../../components/console/editor.module.css';
import { useSettled } from '../../../components/console/use-settled.ts';
import { Button } from '../../../components/ui/button.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState, Notice } from '../../../components/ui/states.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { cx } from '../../../lib/cx.ts';
import { emailQuery } from '../api/campaigns.ts';
import { listsOf, READERS } from '../campaign-view.ts';
import styles from './campaign.module.css';

interface Props {
  subject: string;
  content: string;
  audience: TargetAudience;
}

const isBlank = (text: string): boolean => text.trim() === '';

/** The reasons why an email cannot be shown. */
const complaints = (error: Error): readonly string[] =>
  error instanceof ApiError && Object.keys(error.fields).length > 0 ? Object.values(error.fields) : [error.message];

/** The email as a reader gets it, as HTML and as plain text. The server renders the preview in the same way as the sent email. */
export const CampaignPreview = ({ subject, content, audience }: Props) => {
  const [chosen, setChosen] = useState<MailingList | null>(null);
  const [part, setPart] = useState<'html' | 'text'>('html');
  const lists = listsOf(audience);
  const list = chosen !== null && lists.includes(chosen) ? chosen : lists[0]!;
  const settled = useSettled(`${subject}\n${content}`);
  const isSettled = settled === `${subject}\n${content}`;
  const nothing = isBlank(content) || isBlank(subject);
  // The subject is one line, so the first line break separates it from the content.
  const end = settled.indexOf('\n');
  const message = { subject: settled.slice(0, end), content: settled.slice(end + 1), list };
  const { data, error, refetch, isFetching } = useQuery({
    ...emailQuery(message),
    enabled: !isBlank(message.subject) && !isBlank(message.content),
  });
  return (
    <section aria-label="Preview" className={editor['sheet']} data-preview="" aria-busy={!isSettled || isFetching}>
      <div className={styles['previewHead']}>
        <p className={editor['label']}>Preview</p>
        <div className={styles['parts']} role="group" aria-label="Part of the email">
          <Button size="small" aria-pressed={part === 'html'} onClick={() => setPart('html')}>
            Email
          </Button>
          <Button size="small" aria-pressed={part === 'text'} onClick={() => setPart('text')}>
            Plain text
          </Button>
        </div>
      </div>
      {lists.length > 1 && (
        <SelectField
          label="Preview for a"
          options={lists.map((value) => ({ value, label: READERS[value] }))}
          value={list}
          onChange={(event) => setChosen(event.target.value as MailingList)}
        />
      )}
      {nothing ? (
        <p className={editor['hint']}>The email appears here once you enter a subject and a text.</p>
      ) : error !== null ? (
        error instanceof ApiError && error.status === 400 ? (
          <Notice tone="stop" role="status">
            This cannot be sent yet:
            <ul>
              {complaints(error).map((complaint) => (
                <li key={complaint}>{complaint}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <ErrorState title="The preview could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorState>
        )
      ) : data === undefined ? (
        <Skeleton lines={6} label="Loading the preview" />
      ) : (
        <>
          {data.notes.length > 0 && (
            <Notice tone="wait">
              Some of the content is not sent as you wrote it.
              <ul>
                {data.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </Notice>
          )}
          <p className={cx('breakable', styles['subject'])}>
            <span className={editor['label']}>Subject</span> {data.subject}
          </p>
          {/(First|Last)name/.test(data.text) && (
            <p className={editor['hint']}>
              “Firstname Lastname” stands for the name of each reader. Readers whose name we do not know get the word
              after the bar instead, such as “friend” of {'{{firstName|friend}}'}.
            </p>
          )}
          {part === 'html' ? (
            <EmailFrame html={data.html} title="The email" />
          ) : (
            <pre className={cx('breakable', styles['plain'])}>{data.text}</pre>
          )}
        </>
      )}
    </section>
  );
};
