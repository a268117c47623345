import * as z from 'zod/mini';

/** A name and an address, as a header shows them. */
const mailbox = z.object({ email: z.string(), name: z.optional(z.string()) });

/** An email as the provider would get it, without its recipient: made by the template that sends it, from sample data. */
export const emailSample = z.object({
  /** The template, and its variant where there are several: `tournament-entry`, `tournament-entry.waiting`. */
  id: z.string().check(z.regex(/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)?$/)),
  template: z.string(),
  /** When we send it, as a sentence without its full stop. */
  occasion: z.string(),
  from: mailbox,
  to: mailbox,
  replyTo: z.nullable(mailbox),
  subject: z.string(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
  text: z.string(),
  /** The attached files with their text. */
  attachments: z.array(z.object({ filename: z.string(), type: z.string(), content: z.string() })),
});
export type EmailSample = z.output<typeof emailSample>;

export const emailSamples = z.array(emailSample);

/** The exports of messaging's module `email-samples.js`. Only the sandbox runs it, to show the samples. */
export interface EmailSamplesModule {
  /** Every email, each variant once. `siteUrl` is the base of their links, without a trailing slash. */
  emailSamples(siteUrl: string): EmailSample[];
}
