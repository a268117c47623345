import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelOf } from '@lectern/contracts/fields';

const WEB = join(import.meta.dirname, '../../../web/src');

/** Fields with another label on purpose. Their errors do not come from `fieldMessage`, which names fields by `labelOf`. */
const NAMED_BY_THEIR_OWN_MESSAGES = [
  'code',
  'confirmPassword',
  'discordUrl',
  'email',
  'isShared',
  'password',
  'referralSource',
  'zoomUrl',
];

/** The label and the property of each registered field. Labels that are expressions are left out. */
const fieldsOf = (source: string): { label: string; property: string }[] =>
  [...source.matchAll(/<\w*Field\b(?<attributes>(?:(?!\/>).)*)\/>/gs)].flatMap(({ groups }) => {
    const { attributes = '' } = groups ?? {};
    const label = /label="([^"]*)"/.exec(attributes)?.[1];
    const property = /register\('(\w+)'/.exec(attributes)?.[1];
    return label === undefined || property === undefined
      ? []
      : [{ label: label.replace(/ (\(.*\)|in cents)$/, ''), property }];
  });

/** The fields whose errors would name something that is not on the page. */
const misnamed = (source: string): string[] =>
  fieldsOf(source)
    .filter(({ property }) => !NAMED_BY_THEIR_OWN_MESSAGES.includes(property))
    .filter(({ label, property }) => !labelOf(property).includes(label))
    .map(({ label, property }) => `${property}: “${label}” on the page, “${labelOf(property)}” in errors`);

describe('the label of a field', () => {
  const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => readFileSync(join(WEB, path), 'utf8'));

  it('is the one that its errors name', () => {
    expect(sources.flatMap(fieldsOf).length).toBeGreaterThan(60);
    expect(sources.flatMap(misnamed)).toEqual([]);
  });

  it('is found where it differs', () => {
    expect(
      misnamed(`<TextField label="Nickname (optional)" error={errors.alias?.message} {...register('alias')} />`),
    ).toEqual(['alias: “Nickname” on the page, “Alias” in errors']);
  });
});
