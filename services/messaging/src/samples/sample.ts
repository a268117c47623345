import type { EmailData, EmailTemplate } from '../email/email-template.ts';

/** An occasion for an email, with the data of its template. */
export interface Sample {
  readonly template: EmailTemplate;
  /** Distinguishes the samples of one template. */
  readonly variant?: string;
  /** The occasion, in a sentence without its full stop. */
  readonly occasion: string;
  readonly data: unknown;
  /** Whether identity issued a link for it. */
  readonly hasLink: boolean;
}

/** Declares a sample; the template's types check its data. */
export const sample = <T extends EmailTemplate>(
  template: T,
  occasion: string,
  data: EmailData<T>,
  { variant, hasLink = false }: { readonly variant?: string; readonly hasLink?: boolean } = {},
): Sample => ({ template, occasion, data, hasLink, ...(variant === undefined ? {} : { variant }) });
