import type { EmailSite } from '../email-template.ts';

/** The way to the page of an entry, where its person can withdraw. Nothing in emails of releases before that page. */
export const entrySentences = (
  site: Pick<EmailSite, 'url'>,
  { entryToken }: { readonly entryToken?: string | undefined },
): string[] =>
  // Without a full stop, which some programs take into the link.
  entryToken === undefined
    ? []
    : [
        `If you cannot come, please withdraw on the page of your entry, so that somebody else gets the place: ${entryUrl(site, entryToken)}`,
      ];

/** The page of an entry. It is the reader's alone. */
export const entryUrl = (site: Pick<EmailSite, 'url'>, token: string): string => `${site.url}/entry?token=${token}`;
