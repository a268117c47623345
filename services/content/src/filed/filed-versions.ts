/**
 * SQL that notes for each field the version that last changed it, when the files change a row of `table` to `excluded`.
 * `columns` lists the columns with the names of their fields.
 */
export const filedVersions = (
  table: string,
  columns: readonly (readonly [column: string, type: string, field: string])[],
): string => {
  const changed = columns.map(
    ([column, , field]) =>
      `'${field}', CASE WHEN ${table}.${column} IS DISTINCT FROM excluded.${column} THEN ${table}.version + 1 END`,
  );
  return `${table}.field_versions || jsonb_strip_nulls(jsonb_build_object(${changed.join(', ')}))`;
};
