import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS, PERMISSIONS, roleMay } from '@lectern/contracts/identity/permission';
import { ROUTES } from '@lectern/contracts/registry';
import { STAFF_ROLES } from '@lectern/contracts/identity/staff-role';

const page = readFileSync(join(import.meta.dirname, '../../../docs/roles.md'), 'utf8');
/** The cells of the table's rows. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('docs/roles.md', () => {
  it('has the table of the permissions', () => {
    expect(rows).toEqual([
      ['permission', 'it allows to', ...STAFF_ROLES],
      ...ALL_PERMISSIONS.map((permission) => [
        `\`${permission}\``,
        PERMISSIONS[permission],
        ...STAFF_ROLES.map((role) => (roleMay(role, permission) ? 'yes' : '')),
      ]),
    ]);
  });

  it('names the permissions that no route requires yet', () => {
    const unused = ALL_PERMISSIONS.filter((each) => ROUTES.every(({ permission }) => permission !== each));
    const named = /^No route requires (.+) yet\.$/m.exec(page)?.[1]?.match(/(?<=`)[a-z:-]+(?=`)/g) ?? [];
    expect(named).toEqual(unused);
  });
});
