import type { LetterSite, LetterTemplate, RenderedLetter } from './letter-template.ts';
import { welcomeLetter } from './templates/welcome.template.ts';

/** Every kind of letter there is. */
export const LETTER_TEMPLATES: readonly LetterTemplate[] = [welcomeLetter];

/** A stored letter as it is posted. Throws when its template is gone or its data does not fit. */
export const renderLetter = (name: string, data: unknown, site: LetterSite): RenderedLetter => {
  const template = LETTER_TEMPLATES.find((candidate) => candidate.name === name);
  if (template === undefined) throw new Error(`There is no letter template ${name}`);
  return template.render(template.data.parse(data), site);
};
