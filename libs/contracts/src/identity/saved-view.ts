import * as z from 'zod/mini';
import { visibleLine } from '../console-text.ts';
import { uuid } from '../fields.ts';
import { listQuery, SEARCH_MAX } from '../page.ts';
import type { Permission } from './permission.ts';

/** The console's lists that have saved views, and the permission to see each: a view may have a person's name in its search. */
export const VIEWED_LIST_PERMISSIONS = {
  'debate-club': 'people:read',
  tournaments: 'people:read',
  bootcamp: 'people:read',
  workshops: 'people:read',
  newsletter: 'people:read',
  people: 'people:read',
  payments: 'payments:read',
  campaigns: 'console:read',
  events: 'console:read',
  articles: 'console:read',
  testimonials: 'console:read',
  recordings: 'console:read',
  activity: 'staff:read',
} as const satisfies Record<string, Permission>;
export type ViewedList = keyof typeof VIEWED_LIST_PERMISSIONS;
export const VIEWED_LISTS = Object.keys(VIEWED_LIST_PERMISSIONS) as [ViewedList, ...ViewedList[]];
export const viewedList = z.enum(VIEWED_LISTS);

/** The longest name of a saved view. */
export const VIEW_NAME_MAX = 60;
/** Saved views of one administrator, over all lists. */
export const VIEWS_MAX = 100;
const FILTERS_MAX = 8;
const COLUMNS_MAX = 40;

const word = () => z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9-]{0,39}$/));

/** A view of a list: its search, its filters by their name in the URL, its order, and the columns that are not shown. */
export const viewDefinition = z.strictObject({
  q: z.string().check(z.trim(), z.maxLength(SEARCH_MAX)),
  filters: z
    .array(z.strictObject({ key: word(), value: z.string().check(z.minLength(1), z.maxLength(60)) }))
    .check(z.maxLength(FILTERS_MAX)),
  sort: listQuery.shape.sort,
  hidden: z.array(word()).check(z.maxLength(COLUMNS_MAX)),
});
export type ViewDefinition = z.output<typeof viewDefinition>;

export const viewForm = z.strictObject({
  name: visibleLine('Enter a name', VIEW_NAME_MAX),
  /** Whether all administrators have it; only its owner changes it. */
  isShared: z.boolean(),
  definition: viewDefinition,
});
export type ViewForm = z.output<typeof viewForm>;

export const savedView = z.object({
  id: uuid(),
  list: viewedList,
  name: z.string(),
  isShared: z.boolean(),
  /** Whether the caller saved it, and may change it. */
  isOwn: z.boolean(),
  ownerName: z.string(),
  definition: viewDefinition,
});
export type SavedView = z.output<typeof savedView>;
