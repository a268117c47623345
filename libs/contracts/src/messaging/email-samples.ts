import * as z from 'zod/mini';

/** A name and an address, as a header shows them. */
const mailbox = z.object({ email: z.string(), name: z.optional(z.string()) });

/** An email as the provider would be given it, but for whom it is to: made up by the template that sends it, out of made-up data. */
export const emailSample = z.object({
  /** Of the template, and of the variant where there are several: `tournament-entry`, `tournament-entry.waiting`. */
  id: z.string().check(z.regex(/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)?$/)),
  template: z.string(),
  /** When somebody gets it, in a sentence without its full stop. */
  occasion: z.string(),
  from: mailbox,
  to: mailbox,
  replyTo: z.nullable(mailbox),
  subject: z.string(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
  text: z.string(),
  /** Files that hang on it, with their text. */
  attachments: z.array(z.object({ filename: z.string(), type: z.string(), content: z.string() })),
});
export type EmailSample = z.output<typeof emailSample>;

export const emailSamples = z.array(emailSample);

/** What the module `email-samples.js` of messaging exports. The sandbox shows what it answers; nothing else runs it. */
export interface EmailSamplesModule {
  /** Every email there is, each variant once. `siteUrl` is where their links lead, without a slash at its end. */
  emailSamples(siteUrl: string): EmailSample[];
}
