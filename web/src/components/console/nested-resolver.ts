import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { contractResolver } from '../../lib/form.ts';

interface Nested {
  [name: string]: Nested | string;
}

/**
 * As {@link contractResolver}, for values with lists: the error of `people.0.name` is at `people[0].name`, where the form library looks
 * for it. Kept apart, because pages of visitors have no such forms.
 */
export const nestedResolver =
  <Values extends FieldValues>(
    schema: Parameters<typeof contractResolver<Values, Values>>[0],
  ): Resolver<Values, unknown, Values> =>
  async (values, context, options) => {
    const result = await contractResolver(schema)(values, context, options);
    const nested: Nested = {};
    for (const [path, error] of Object.entries(result.errors)) {
      let at = nested;
      for (const name of path.split('.')) {
        at[name] ??= {};
        at = at[name] as Nested;
      }
      Object.assign(at, error);
    }
    return { ...result, errors: nested as FieldErrors<Values> } as Awaited<
      ReturnType<Resolver<Values, unknown, Values>>
    >;
  };
