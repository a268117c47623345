import { DomainError } from '@lectern/contracts/errors';
import type { ImportField, ImportMapping } from '@lectern/contracts/list-import';
import { withoutInvisible, withoutTurns } from '../text/invisible-characters.ts';

const bare = (heading: string): string => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The mapping that a file's headings suggest: each field from the first column with one of its names, and its default
 * for empty cells.
 */
export const suggestMapping = (fields: readonly ImportField[], headings: readonly string[]): ImportMapping => {
  const names = headings.map(bare);
  const taken = new Set<number>();
  const columns: Record<string, number> = {};
  for (const { name, label, alsoCalled = [] } of fields) {
    const column = [label, name, ...alsoCalled]
      .map((called) => names.indexOf(bare(called)))
      .find((at) => at >= 0 && !taken.has(at));
    if (column === undefined) continue;
    taken.add(column);
    columns[name] = column;
  }
  const fallbacks = Object.fromEntries(
    fields.flatMap(({ name, fallback }) => (fallback === undefined ? [] : [[name, fallback]])),
  );
  return { columns, fallbacks };
};

/** Throws `invalid_request` for a mapping that does not fit the list or the file; `fields` has the problems, by field. */
export const requireFitting = (
  fields: readonly ImportField[],
  columnCount: number,
  { columns, fallbacks }: ImportMapping,
): void => {
  const problems: Record<string, string> = {};
  const known = new Map(fields.map((field) => [field.name, field]));
  for (const [name, column] of Object.entries(columns)) {
    if (!known.has(name)) problems[name] = 'This list has no such field';
    else if (column >= columnCount) problems[name] = 'The file has no such column';
  }
  for (const [name, value] of Object.entries(fallbacks)) {
    const field = known.get(name);
    if (field === undefined) problems[name] = 'This list has no such field';
    else if (field.values !== undefined && value !== '' && !field.values.includes(value))
      problems[name] = `Choose ${field.values.join(' or ')}`;
  }
  for (const { name, label, isRequired } of fields) {
    if (isRequired === true && columns[name] === undefined) problems[name] = `Choose the column with: ${label}`;
  }
  if (Object.keys(problems).length > 0) throw new DomainError('invalid_request', { fields: problems });
};

/** A row's values by field, as the list stores them; empty for missing ones. */
export const valuesOf = (
  fields: readonly ImportField[],
  { columns, fallbacks }: ImportMapping,
  cells: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name, values }) => {
      const column = columns[name];
      const cell = withoutTurns(withoutInvisible((column === undefined ? undefined : cells[column]) ?? '')).trim();
      const written = cell === '' ? (fallbacks[name] ?? '') : cell;
      return [name, values?.find((value) => value === written.toLowerCase()) ?? written];
    }),
  );
