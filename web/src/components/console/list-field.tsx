import { useRef, useState, type ReactNode } from 'react';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { Actions, Stack } from '../ui/layout.tsx';
import styles from './list-field.module.css';

interface Props {
  form: UseFormReturn<FieldValues>;
  /** The path of the list in the form. */
  name: string;
  /** An item for people: "question". */
  noun: string;
  max: number;
  /** Whether items can only be moved and changed: a page has a fixed number of places for them. */
  isFixed?: boolean;
  /** A new item. */
  blank: object;
  /** The message of an error of the whole list. */
  error: string | undefined;
  children: (path: string, index: number) => ReactNode;
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * A list to edit: items are added at its end, moved by buttons and removed. The focus follows the item. The form library's own hook for
 * lists would be loaded on every public page with a form.
 */
export const ListField = ({ form, name, noun, max, isFixed = false, blank, error, children }: Props) => {
  const items = useWatch({ control: form.control, name }) as readonly object[];
  const listRef = useRef<HTMLOListElement>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const [said, say] = useState('');
  const one = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

  /** After the list has changed: the items are in their new places then. */
  const focusIn = (index: number, selector: string) =>
    requestAnimationFrame(() => {
      const found = listRef.current?.children[index]?.querySelector<HTMLElement>(selector);
      (found ?? addRef.current)?.focus();
    });
  const change = (next: readonly object[]) => {
    // They name items by their former places.
    form.clearErrors(name);
    form.setValue(name, next, { shouldDirty: true });
  };
  const moveTo = (from: number, to: number) => {
    const [moved, replaced] = [items[from], items[to]];
    if (moved === undefined || replaced === undefined) return;
    change(items.with(from, replaced).with(to, moved));
    say(`${capitalized(noun)} ${from + 1} is now number ${to + 1}.`);
    focusIn(to, `[data-move="${to < from ? 'up' : 'down'}"]`);
  };

  return (
    <div className={styles['frame']}>
      <ol ref={listRef} className={styles['items']}>
        {items.map((_item, index) => (
          <li key={index} className={styles['item']}>
            <fieldset className={styles['group']}>
              <legend className={styles['legend']}>
                {capitalized(noun)} {index + 1}
              </legend>
              <div className={styles['tools']}>
                <Button
                  size="small"
                  variant="quiet"
                  data-move="up"
                  aria-disabled={index === 0 || undefined}
                  aria-label={`Move ${noun} ${index + 1} up`}
                  onClick={() => moveTo(index, index - 1)}
                >
                  ↑
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  data-move="down"
                  aria-disabled={index === items.length - 1 || undefined}
                  aria-label={`Move ${noun} ${index + 1} down`}
                  onClick={() => moveTo(index, index + 1)}
                >
                  ↓
                </Button>
                {!isFixed && (
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={`Remove ${noun} ${index + 1}`}
                    onClick={() => {
                      change(items.filter((_other, at) => at !== index));
                      say(`${capitalized(noun)} ${index + 1} is removed.`);
                      focusIn(index, 'input, select, textarea');
                    }}
                  >
                    Remove
                  </Button>
                )}
              </div>
              <Stack gap={3}>{children(`${name}.${index}`, index)}</Stack>
            </fieldset>
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
      {!isFixed && (
        <Actions>
          <Button
            ref={addRef}
            size="small"
            disabled={items.length >= max}
            onClick={() => {
              change([...items, blank]);
              say(`${capitalized(one)} is added at the end.`);
              focusIn(items.length, 'input, select, textarea');
            }}
          >
            Add {one}
          </Button>
        </Actions>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
};
