import { useId, type ComponentProps } from 'react';
import { cx } from '../../lib/cx.ts';
import { FieldError } from './field-frame.tsx';
import styles from './segmented-field.module.css';

export interface Segment<V extends string> {
  value: V;
  label: string;
  note?: string;
  /** Which of the two inks marks it when chosen. */
  side?: 'aff' | 'neg';
}

interface Props<V extends string> extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue'> {
  label: string;
  segments: readonly Segment<V>[];
  /** For use outside react-hook-form. */
  value?: V;
  error?: string | undefined;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
}

/** A choice among a few, as radio buttons that look like one control. Arrow keys move, as in any radio group. */
export const SegmentedField = <V extends string>({
  label,
  segments,
  value,
  error,
  labelHidden = false,
  name,
  ...rest
}: Props<V>) => {
  const id = useId();
  return (
    <fieldset className={styles['frame']} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={cx(labelHidden ? 'visually-hidden' : styles['legend'])}>{label}</legend>
      <div className={styles['options']}>
        {segments.map((segment) => (
          <label key={segment.value} className={cx(styles['option'], segment.side && styles[segment.side])}>
            <input
              {...rest}
              {...(value === undefined ? {} : { checked: value === segment.value })}
              type="radio"
              name={name ?? id}
              value={segment.value}
            />
            <span className={styles['name']}>{segment.label}</span>
            {segment.note !== undefined && <span className={styles['note']}>{segment.note}</span>}
          </label>
        ))}
      </div>
      <FieldError controlId={id} message={error} />
    </fieldset>
  );
};
