import '@github/markdown-toolbar-element';
import type { ComponentProps, DetailedHTMLProps, HTMLAttributes, KeyboardEvent } from 'react';
import { cx } from '../../lib/cx.ts';
import { FieldFrame, useFieldWiring, type FieldProps } from '../ui/field-frame.tsx';
import field from '../ui/field.module.css';
import styles from './markdown-field.module.css';
import { nextListItem } from './next-list-item.ts';

type CustomElement<More = object> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & More;

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React's way to name custom elements
  namespace JSX {
    interface IntrinsicElements {
      'markdown-toolbar': CustomElement<{ for: string }>;
      'md-header': CustomElement<{ level: 2 | 3 }>;
      'md-bold': CustomElement;
      'md-italic': CustomElement;
      'md-link': CustomElement;
      'md-unordered-list': CustomElement;
      'md-ordered-list': CustomElement;
      'md-quote': CustomElement;
    }
  }
}

/**
 * A field for Markdown, with buttons that put the marks around the selected words or lines, as typing them does: the
 * browser's undo takes them back; the arrow keys move between the buttons, whose elements have no role of their own. Takes the result of react-hook-form's `register`.
 */
export const MarkdownField = ({
  label,
  hint,
  error,
  id,
  onPicture,
  ...rest
}: FieldProps &
  ComponentProps<'textarea'> & {
    /** Adds a button for pictures. `insert` puts a paragraph of Markdown behind the cursor. */
    onPicture?: ((insert: (paragraph: string) => void) => void) | undefined;
  }) => {
  const wiring = useFieldWiring({ id, hint, error });
  const insert = (paragraph: string) => {
    const text = document.getElementById(wiring.id);
    if (text instanceof HTMLTextAreaElement) insertParagraph(text, paragraph);
  };
  return (
    <FieldFrame label={label} hint={hint} error={error} controlId={wiring.id}>
      <div>
        <markdown-toolbar
          onClickCapture={({ target }) => {
            const header = (target as Element).closest('md-header');
            if (header !== null) removeOtherHeading(wiring.id, Number(header.getAttribute('level')));
          }}
          for={wiring.id}
          aria-label={`Formatting of “${label}”`}
          className={styles['bar']}
        >
          <md-header role="button" level={2}>
            Heading
          </md-header>
          <md-header role="button" level={3}>
            Subheading
          </md-header>
          <md-bold role="button" className={styles['bold']}>
            Bold
          </md-bold>
          <md-italic role="button" className={styles['italic']}>
            Italic
          </md-italic>
          <md-link role="button">Link</md-link>
          <md-unordered-list role="button">List</md-unordered-list>
          <md-ordered-list role="button">Numbers</md-ordered-list>
          <md-quote role="button">Quotation</md-quote>
          {onPicture !== undefined && (
            <button type="button" data-md-button="" className={styles['button']} onClick={() => onPicture(insert)}>
              Picture
            </button>
          )}
        </markdown-toolbar>
        <textarea {...rest} {...wiring} onKeyDown={continueList} className={cx(field['control'], styles['text'])} />
      </div>
    </FieldFrame>
  );
};

/**
 * Deletes the mark of a heading of another level from the line of the cursor, before a button adds that of its own level. The browser's undo
 * takes it back.
 */
const removeOtherHeading = (id: string, level: number): void => {
  const text = document.getElementById(id);
  if (!(text instanceof HTMLTextAreaElement)) return;
  const { selectionStart, selectionEnd, value } = text;
  const begins = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const mark = /^#{1,6} +/.exec(value.slice(begins))?.[0] ?? '';
  if (mark === '' || mark.trim().length === level) return;
  text.focus();
  text.setSelectionRange(begins, begins + mark.length);
  // Deprecated, and still the only way that keeps the undo of the browser; the toolbar uses it, too.
  document.execCommand('delete');
  const moved = (at: number): number => Math.max(begins, at - mark.length);
  text.setSelectionRange(moved(selectionStart), moved(selectionEnd));
};

/** Enter at the end of an item of a list begins the next one, or ends the list after an empty one. The browser's undo takes it back. */
const continueList = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  const { currentTarget: text, nativeEvent } = event;
  const { selectionStart: at, selectionEnd, value } = text;
  if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || nativeEvent.isComposing) return;
  const next = at === selectionEnd ? nextListItem(value, at) : null;
  if (next === null) return;
  event.preventDefault();
  text.setSelectionRange(at - next.removed, at);
  if (next.inserted === '') document.execCommand('delete');
  else document.execCommand('insertText', false, next.inserted);
};

/** Only a text field's own events reach a form that reads it when it changes. */
const insertParagraph = (text: HTMLTextAreaElement, paragraph: string): void => {
  const at = text.selectionEnd;
  const [before, after] = [text.value.slice(0, at), text.value.slice(at)];
  const opens = before.trim() === '' ? '' : '\n'.repeat(Math.max(0, 2 - /\n*$/.exec(before)![0].length));
  const closes = after.trim() === '' ? '' : '\n'.repeat(Math.max(0, 2 - /^\n*/.exec(after)![0].length));
  text.setRangeText(`${opens}${paragraph}${closes}`, at, at, 'end');
  text.dispatchEvent(new Event('input', { bubbles: true }));
  text.focus();
};
