/* Every page that fills values into its words loads this module. */

/** The values that pages fill into these words, `{day}` for example, so that they follow the schedule, the profile and the prices. */
export const PLACEHOLDERS = [
  'name',
  'fullName',
  'founded',
  'day',
  'when',
  'startTime',
  'rhythm',
  'session',
  'practice',
  'partOfDay',
  'bootcampDay',
  'bootcampTime',
  'bootcampWeeks',
  'bootcampHours',
  'bootcampGroup',
  'monthlyPrice',
  'annualPrice',
  'annualSaving',
  'entryPrice',
  'bootcampPrice',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Matches a placeholder, known or not. */
export const PLACEHOLDER = /\{([a-zA-Z]+)\}/g;

/** The words of a plan's benefit that pages show as a mark. */
export const INCLUDED = 'Included';
export const NOT_INCLUDED = 'Not included';
