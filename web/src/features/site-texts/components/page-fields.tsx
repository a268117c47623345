import { PAGE_TEXTS } from '@lectern/contracts/content/page-text';
import type { PageTextKey } from '@lectern/contracts/content/public-site-text';
import { labelOf } from '@lectern/contracts/fields';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { usePlaceholders } from '../../../components/site-texts/use-page-text.ts';
import { Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { FormSection } from './form-section.tsx';
import { ListField } from '../../../components/console/list-field.tsx';
import styles from './page-fields.module.css';

interface Props {
  form: UseFormReturn<FieldValues>;
}

/** As much of a schema as a form follows from. */
interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly checks?: readonly { readonly _zod: { readonly def: Limit } }[];
}
interface Limit {
  readonly minimum?: number;
  readonly maximum?: number;
}

const blankOf = (schema: z.ZodMiniType): object =>
  Object.fromEntries(Object.keys((schema.def as Def).shape ?? {}).map((name) => [name, '']));

const limitsOf = ({ checks = [] }: Def) => {
  const limits = checks.map(({ _zod }) => _zod.def);
  return {
    min: limits.find(({ minimum }) => minimum !== undefined)?.minimum ?? 0,
    max: limits.find(({ maximum }) => maximum !== undefined)?.maximum ?? Infinity,
  };
};

const isOneLine = (schema: z.ZodMiniType): boolean => !schema.safeParse('Two\nlines').success;

const Words = ({ form, name, schema }: Props & { name: string; schema: z.ZodMiniType }) => {
  const field = {
    label: labelOf(name.slice(name.lastIndexOf('.') + 1)),
    ...(schema.safeParse('').success && { hint: 'Blank: the page leaves it out.' }),
    error: messageAt(form, name),
    ...form.register(name),
  };
  return isOneLine(schema) ? <TextField autoComplete="off" {...field} /> : <TextareaField rows={3} {...field} />;
};

/** The fields of a schema, by their order in it. */
const Fields = ({ form, name, schema }: Props & { name: string; schema: z.ZodMiniType }) => {
  const def = schema.def as Def;
  const { shape, element } = def;
  if (element !== undefined) {
    const { min, max } = limitsOf(def);
    return (
      <ListField
        form={form}
        name={name}
        noun={name.slice(name.lastIndexOf('.') + 1, -1)}
        max={max}
        isFixed={min === max}
        blank={blankOf(element)}
        error={messageAt(form, name)}
      >
        {(path) => <Fields form={form} name={path} schema={element} />}
      </ListField>
    );
  }
  if (shape === undefined) return <Words form={form} name={name} schema={schema} />;
  return Object.entries(shape).map(([part, of]) =>
    (of.def as Def).shape === undefined ? (
      <Fields key={part} form={form} name={`${name}.${part}`} schema={of} />
    ) : (
      <fieldset key={part} className={styles['group']}>
        <legend>{labelOf(part)}</legend>
        <Stack gap={3}>
          <Fields form={form} name={`${name}.${part}`} schema={of} />
        </Stack>
      </fieldset>
    ),
  );
};

/** A field of a page, or a section with the fields of a group. */
const Group = (field: Props & { name: string; schema: z.ZodMiniType }) =>
  field.schema.def.type === 'string' ? (
    <Words {...field} />
  ) : (
    <FormSection title={labelOf(field.name)}>
      <Fields {...field} />
    </FormSection>
  );

/** The placeholders that the words of a page may have, with their current values. */
export const Placeholders = () => {
  const values = usePlaceholders();
  if (values === undefined) return null;
  return (
    <details className={styles['placeholders']}>
      <summary>Values that the page fills in</summary>
      <p>Write a name with its braces, and the page shows the current value in its place.</p>
      <dl>
        {Object.entries(values).map(([name, value]) => (
          <div key={name}>
            <dt>{`{${name}}`}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};

/** The form of the words of a page, which follows from their schema: a section for each group. */
export const pageFields = (key: PageTextKey, note?: string) => {
  const PageFields = ({ form }: Props) => (
    <>
      {note !== undefined && <p>{note}</p>}
      <Placeholders />
      {Object.entries(PAGE_TEXTS[key].shape as Def['shape'] & object).map(([group, schema]) => (
        <Group key={group} form={form} name={group} schema={schema} />
      ))}
    </>
  );
  return PageFields;
};
