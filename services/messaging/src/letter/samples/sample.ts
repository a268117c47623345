import type { LetterData, LetterTemplate } from '../letter-template.ts';

/** An occasion for a letter, with what its template would be told. */
export interface Sample {
  readonly template: LetterTemplate;
  /** Tells the letters of one template apart. */
  readonly variant?: string;
  /** When somebody gets it, in a sentence without its full stop. */
  readonly occasion: string;
  readonly data: unknown;
  /** Whether identity gave a link for it. */
  readonly hasLink: boolean;
}

/** Declares a sample; its data is held by the template's types. */
export const sample = <T extends LetterTemplate>(
  template: T,
  occasion: string,
  data: LetterData<T>,
  { variant, hasLink = false }: { readonly variant?: string; readonly hasLink?: boolean } = {},
): Sample => ({ template, occasion, data, hasLink, ...(variant === undefined ? {} : { variant }) });
