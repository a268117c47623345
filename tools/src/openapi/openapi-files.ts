import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../dependencies/of-this-repository.ts';

/** The API of this revision, and that of the last release. */
export const CURRENT = join(ROOT, 'docs/openapi.json');
export const RELEASED = join(ROOT, 'docs/openapi.released.json');

/** Paths, operations and their parts have lines of their own; a line of a difference shows what it is about. */
const DEPTH = 4;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lines = (value: unknown, depth: number, indent: string): string => {
  if (depth === 0 || !isObject(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${lines(member, depth - 1, inner)}`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
};

/** The text of a document's file. */
export const fileOf = (document: object): string => `${lines(document, DEPTH, '')}\n`;

export const readDocument = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
