import type { SiteTextKey } from '@lectern/contracts/content/site-text';
import type { FieldValues } from 'react-hook-form';
import { Table } from '../../../components/ui/table.tsx';
import { differencesOf, TEXT_KINDS } from '../texts.ts';
import { LogoPicture } from './logo-field.tsx';
import styles from './site-text-editor.module.css';

interface Version {
  readonly version: number;
  readonly value: FieldValues;
}

interface Props {
  of: SiteTextKey;
  viewed: Version;
  current: Version;
}

/** The words of a field, or the logo. */
const Words = ({
  of,
  field,
  value,
  children,
}: {
  of: SiteTextKey;
  field: string;
  value: FieldValues;
  children: string;
}) =>
  of === 'profile' && field === 'logo' && value['logo'] !== null ? (
    <LogoPicture logo={String(value['logo'])} name={String(value['name'])} />
  ) : (
    <span className={styles['words']}>{children}</span>
  );

/** The fields in which a version differs from the current one. */
export const VersionDifferences = ({ of, viewed, current }: Props) => {
  const rows = differencesOf(TEXT_KINDS[of].labels, viewed.value, current.value);
  if (rows.length === 0) return <p>This version has the words of the current one.</p>;
  return (
    <Table
      caption={`Differences from version ${current.version}`}
      columns={[
        { key: 'field', header: 'Field', cell: ({ label }) => label },
        {
          key: 'viewed',
          header: `Version ${viewed.version}`,
          breakable: true,
          cell: ({ field, one }) => (
            <Words of={of} field={field} value={viewed.value}>
              {one}
            </Words>
          ),
        },
        {
          key: 'current',
          header: `Version ${current.version}, current`,
          breakable: true,
          cell: ({ field, other }) => (
            <Words of={of} field={field} value={current.value}>
              {other}
            </Words>
          ),
        },
      ]}
      rows={rows}
      rowKey={({ label }) => label}
    />
  );
};
