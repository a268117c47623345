import type { EmailSite } from '../email-template.ts';

/** Where the reader finds the receipt of what was paid. Nothing in emails of releases before receipts. */
export const receiptSentences = (
  site: EmailSite,
  { receiptToken }: { readonly receiptToken?: string | null | undefined },
): string[] =>
  receiptToken === undefined
    ? []
    : receiptToken === null
      ? [`Your receipt is on your subscription page: ${site.url}/account/subscription`]
      : [`Your receipt as a PDF: ${site.url}/receipt?token=${receiptToken}`];
