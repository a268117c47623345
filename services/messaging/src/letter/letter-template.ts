import type * as z from 'zod/mini';

/** What every letter may say of the association and its site. */
export interface LetterSite {
  /** No slash at its end. */
  readonly url: string;
  readonly associationName: string;
  /** IANA zone in which dates are told. */
  readonly timeZone: string;
}

export interface RenderedLetter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** One kind of transactional letter: what it needs to know, and how it reads. Names are stored with letters; they stay. */
export interface LetterTemplate<D extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly data: D;
  render(data: z.output<D>, site: LetterSite): RenderedLetter;
}

export type LetterData<T extends LetterTemplate> = z.output<T['data']>;

/** Declares a template. Identity at run time. */
export const letterTemplate = <D extends z.ZodMiniType>(template: LetterTemplate<D>): LetterTemplate<D> => template;
