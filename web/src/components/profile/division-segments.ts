/** The two divisions as a choice. */
export const DIVISIONS = [
  { value: 'development', side: 'neg', label: 'Development', note: 'Beginners' },
  { value: 'professional', side: 'aff', label: 'Professional', note: 'Experienced' },
] as const;
