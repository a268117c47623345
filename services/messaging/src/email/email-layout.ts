import { type Html, html } from './html.ts';

/** The design of emails: inline styles and tables, which every mail program supports. */
export const COLOR = {
  paper: '#FBF8F2',
  sheet: '#FFFFFF',
  ink: '#16202E',
  ink2: '#4A5565',
  rule: '#E2DBCD',
  aff: '#B3372B',
  neg: '#1E5F74',
} as const;
export const TEXT = `font-family:'Source Sans 3',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif`;
export const DISPLAY = `font-family:Fraunces,Georgia,'Times New Roman',serif`;

export const paragraph = (content: Html): Html =>
  // Breaks email addresses on a narrow screen.
  html`<p style="margin:0 0 16px;${TEXT};font-size:17px;line-height:26px;color:${COLOR.ink};word-break:break-word;">${content}</p>`;

export const heading = (content: string): Html =>
  html`<h2 style="margin:32px 0 12px;${DISPLAY};font-size:21px;line-height:26px;font-weight:600;color:${COLOR.ink};">${content}</h2>`;

export const link = (url: string | Html, label: string): Html =>
  html`<a href="${url}" style="color:${COLOR.neg};text-decoration:underline;">${label}</a>`;

export const button = (url: string, label: string): Html => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;"><tr>
  <td bgcolor="${COLOR.aff}" style="border-radius:10px;">
    <a href="${url}" style="display:inline-block;padding:14px 24px;${TEXT};font-size:17px;line-height:20px;font-weight:600;color:#FFFFFF;text-decoration:none;">${label}</a>
  </td>
</tr></table>`;

/** A short table of names and values with ruled lines. */
export const details = (rows: readonly (readonly [name: string, value: string])[]): Html => html`
<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 24px;border-top:1px solid ${COLOR.rule};">
${rows.map(
  // On a narrow screen an email address is wider than its column.
  ([name, value]) => html`<tr>
    <th scope="row" align="left" valign="top" style="padding:10px 16px 10px 0;border-bottom:1px solid ${COLOR.rule};${TEXT};font-size:15px;line-height:22px;font-weight:400;color:${COLOR.ink2};">${name}</th>
    <td align="right" style="padding:10px 0;word-break:break-word;border-bottom:1px solid ${COLOR.rule};${TEXT};font-size:15px;line-height:22px;font-weight:600;color:${COLOR.ink};">${value}</td>
  </tr>`,
)}
</table>`;

/** A numbered list. */
export const steps = (items: readonly Html[]): Html => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 8px;">
${items.map(
  (item, index) => html`<tr>
    <td width="36" valign="top" style="padding:0 0 12px;${DISPLAY};font-size:19px;line-height:26px;color:${COLOR.aff};">${index + 1}</td>
    <td valign="top" style="padding:0 0 12px;${TEXT};font-size:17px;line-height:26px;color:${COLOR.ink};">${item}</td>
  </tr>`,
)}
</table>`;

export interface EmailFrame {
  readonly associationName: string;
  readonly siteUrl: string;
  readonly title: string | Html;
  /** The preview text that a mailbox shows beside the subject. */
  readonly preview: string | Html;
  readonly content: Html;
  /** Why the reader gets this email. */
  readonly reason: string | Html;
  /** For list mail: the unsubscribe link, the page of preferences, and the association's postal address. */
  readonly list?: {
    readonly unsubscribeUrl: string | Html;
    readonly preferencesUrl?: string | Html;
    readonly postal: readonly string[];
  };
}

/** A whole email: one column of 320 to 600 px, in a light design, readable without pictures. */
export const emailLayout = (frame: EmailFrame): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${frame.title}</title>
</head>
<body style="margin:0;padding:0;background:${COLOR.paper};-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${frame.preview}</div>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" bgcolor="${COLOR.paper}"><tr><td align="center" style="padding:24px 12px;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:600px;">
<tr><td style="padding:0 8px 16px;${DISPLAY};font-size:22px;line-height:28px;font-weight:600;">
  <a href="${frame.siteUrl}" style="color:${COLOR.ink};text-decoration:none;">${frame.associationName}</a>
</td></tr>
<tr><td bgcolor="${COLOR.sheet}" style="padding:32px 28px 24px;border:1px solid ${COLOR.rule};border-top:3px solid ${COLOR.aff};border-radius:16px;">
  <h1 style="margin:0 0 16px;${DISPLAY};font-size:30px;line-height:36px;font-weight:600;color:${COLOR.ink};">${frame.title}</h1>
  ${frame.content}
</td></tr>
<tr><td style="padding:20px 8px 0;${TEXT};font-size:14px;line-height:21px;color:${COLOR.ink2};">
  ${frame.reason}
  ${frame.list === undefined ? '' : html`<br>${link(frame.list.unsubscribeUrl, 'Unsubscribe')}${frame.list.preferencesUrl === undefined ? '' : html` or ${link(frame.list.preferencesUrl, 'choose which emails you get')}`}${frame.list.postal.map((line) => html`<br>${line}`)}`}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text;
