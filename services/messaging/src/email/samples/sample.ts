import type { EmailData, EmailTemplate } from '../email-template.ts';

/** An occasion for an email, with what its template would be told. */
export interface Sample {
  readonly template: EmailTemplate;
  /** Tells the emails of one template apart. */
  readonly variant?: string;
  /** When somebody gets it, in a sentence without its full stop. */
  readonly occasion: string;
  readonly data: unknown;
  /** Whether identity gave a link for it. */
  readonly hasLink: boolean;
}

/** Declares a sample; its data is held by the template's types. */
export const sample = <T extends EmailTemplate>(
  template: T,
  occasion: string,
  data: EmailData<T>,
  { variant, hasLink = false }: { readonly variant?: string; readonly hasLink?: boolean } = {},
): Sample => ({ template, occasion, data, hasLink, ...(variant === undefined ? {} : { variant }) });
