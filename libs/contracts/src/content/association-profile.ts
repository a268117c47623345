import * as z from 'zod/mini';
import { COLOR_FORM, isReadable } from '../color.ts';
import { fieldMessage, requiredEmail } from '../fields.ts';
import { isHttpsUrl } from '../https-url.ts';
import { isTimeZone } from '../time-zone.ts';
import { line } from './text-fields.ts';

/* The association's own data: its profile, which the site shows, and the links to where its members meet. */

const SOCIAL_MAX = 8;

const color = (error: string) =>
  z.string({ error }).check(
    z.regex(COLOR_FORM, { error, abort: true }),
    z.refine(isReadable, {
      error: fieldMessage((field) => `${field} is too light to be read on the pages. Choose a darker one`),
    }),
  );

/** An https URL of at most 500 characters. */
const httpsLink = (error: string) =>
  z.string({ error }).check(z.trim(), z.maxLength(500, { error, abort: true }), z.refine(isHttpsUrl, { error }));

const socialLink = z.strictObject({ link: httpsLink('Enter a link that begins with https://') });

/** The id of an uploaded logo: the SHA-256 of its picture, in hexadecimal. The same picture has the same id. */
export const logoId = z
  .string({ error: 'Choose the logo again' })
  .check(z.regex(/^[0-9a-f]{64}$/, 'Choose the logo again'));

const sameLink = (link: string): string => new URL(link).href.replace(/\/$/, '');

/** Every link is there once. */
const hasLinksOnce = ({ value, issues }: z.core.ParsePayload<readonly { readonly link: string }[]>): void => {
  const links = value.map(({ link }) => (isHttpsUrl(link) ? sameLink(link) : null));
  for (const [index, link] of links.entries())
    if (link !== null && links.indexOf(link) !== index)
      issues.push({
        code: 'custom',
        message: 'This link is in the list twice',
        path: [index, 'link'],
        input: link,
      });
};

/** The profile of the association: pages, emails, members' calendars and lists follow it. */
export const associationProfile = z.strictObject({
  name: line('Enter the name', 100),
  /** With the kind of association it is, for titles and legal texts. */
  fullName: line('Enter the full name', 200),
  tagline: line('Enter the tagline', 200),
  /** A year that has begun. */
  founded: z.string({ error: 'Enter the year in four digits' }).check(
    z.regex(/^[12]\d{3}$/, 'Enter the year in four digits, such as 2019'),
    z.refine(
      (year) => !/^\d{4}$/.test(year) || Number(year) <= new Date().getFullYear(),
      'This year has not begun yet',
    ),
  ),
  /** IANA time zone in which dates are shown and days begin. */
  timeZone: z
    .string({ error: 'Choose a time zone' })
    .check(
      z.maxLength(100, { error: 'Choose a time zone', abort: true }),
      z.refine(isTimeZone, 'Choose a time zone such as America/Los_Angeles'),
    ),
  supportEmail: requiredEmail('Enter the support email address'),
  billingEmail: requiredEmail('Enter the billing email address'),
  /** Null: the pages have no link to it. */
  careersEmail: z.nullable(requiredEmail('Enter the careers email address, or leave it blank')),
  /** On one line. Emails to lists carry it, as the law of many countries demands. */
  postalAddress: z.nullable(line('Enter the postal address, or leave it blank')),
  /** The number of the association for taxes, as receipts show it. */
  taxNumber: z._default(z.nullable(line('Enter the tax number, or leave it blank', 60)), null),
  /** Its pages on other sites, in the order of the footer. */
  social: z.array(socialLink).check(z.maxLength(SOCIAL_MAX, `There can be at most ${SOCIAL_MAX} links`), hasLinksOnce),
  /** The color of the proposition, and of buttons. */
  color: color('Enter a color such as #b3372b'),
  /** The color of the opposition. */
  secondColor: color('Enter a color such as #1e5f74'),
  /** Null: the one that the installation has without an upload. */
  logo: z.nullable(logoId),
});
export type AssociationProfile = z.output<typeof associationProfile>;

/** Where active members meet. The site must not contain these links: they let any holder join. */
export const meetingLinks = z.strictObject({
  /** The fixed meeting of the weekly session and of office hours; null: it is not set yet. */
  zoomUrl: z.nullable(httpsLink('Enter the Zoom link, which begins with https://, or leave it blank')),
  /** The invitation to the community; null: there is none. */
  discordUrl: z.nullable(httpsLink('Enter the Discord link, which begins with https://, or leave it blank')),
});
export type MeetingLinks = z.output<typeof meetingLinks>;
