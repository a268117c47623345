import { toPlainText } from '@react-email/render';
import { type ComponentProps, type CSSProperties, createContext, type ReactElement, type ReactNode, use } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ASSOCIATION } from '@lectern/contracts/association';
import type { EmailSite, RenderedEmail } from './email-template.ts';

/** The design of emails: inline styles and tables, which every mail program supports. */
export const COLOR = {
  paper: '#FBF8F2',
  sheet: '#FFFFFF',
  ink: '#16202E',
  ink2: '#4A5565',
  rule: '#E2DBCD',
} as const;
/** The association's colors, in its frame. */
const Accents = createContext<EmailSite['accents']>({
  main: ASSOCIATION.ASSOCIATION_COLOR,
  second: ASSOCIATION.ASSOCIATION_SECOND_COLOR,
});
const SANS = `'Source Sans 3',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif`;
export const DISPLAY: CSSProperties = { fontFamily: `Fraunces,Georgia,'Times New Roman',serif`, fontWeight: 600 };
// Breaks email addresses on a narrow screen.
const TEXT: CSSProperties = { fontFamily: SANS, color: COLOR.ink, wordBreak: 'break-word' };
export const BODY: CSSProperties = { ...TEXT, fontSize: 17, lineHeight: '26px' };
const ROW: CSSProperties = { ...TEXT, fontSize: 15, lineHeight: '22px', borderBottom: `1px solid ${COLOR.rule}` };
const NAME: CSSProperties = { ...ROW, padding: '10px 16px 10px 0', color: COLOR.ink2, verticalAlign: 'top' };
const BUTTON: CSSProperties = { ...BODY, display: 'inline-block', padding: '11px 24px', fontWeight: 600 };
const SHEET: CSSProperties = { background: COLOR.sheet, padding: '32px 28px 24px', borderRadius: 16 };

interface WithChildren {
  readonly children: ReactNode;
}
interface WithHref extends WithChildren {
  readonly href: string;
}

export const Paragraph = ({ children }: WithChildren) => <p style={{ margin: '0 0 16px', ...BODY }}>{children}</p>;

export const Heading = ({ children }: WithChildren) => (
  <h2 style={{ margin: '32px 0 12px', ...DISPLAY, fontSize: 21, lineHeight: '26px', color: COLOR.ink }}>{children}</h2>
);

export const Link = ({ href, children }: WithHref) => (
  <a href={href} style={{ color: use(Accents).second, textDecoration: 'underline' }}>
    {children}
  </a>
);

const Table = ({ children, ...props }: ComponentProps<'table'>) => (
  <table role="presentation" cellPadding="0" cellSpacing="0" border={0} width="100%" {...props}>
    <tbody>{children}</tbody>
  </table>
);

export const Button = ({ href, children }: WithHref) => (
  <Table width={undefined} style={{ margin: '8px 0 24px' }}>
    <tr>
      <td style={{ background: use(Accents).main, borderRadius: 10 }}>
        <a href={href} style={{ ...BUTTON, color: COLOR.sheet, textDecoration: 'none' }}>
          {children}
        </a>
      </td>
    </tr>
  </Table>
);

export type Rows = readonly (readonly [name: string, value: string])[];

/** A short table of names and values with ruled lines. */
export const Details = ({ rows }: { readonly rows: Rows }) => (
  <Table role={undefined} style={{ margin: '0 0 24px', borderTop: `1px solid ${COLOR.rule}` }}>
    {rows.map(([name, value]) => (
      <tr key={name}>
        <th scope="row" align="left" style={{ ...NAME, fontWeight: 400, wordBreak: 'normal' }}>
          {name}
        </th>
        <td align="right" style={{ ...ROW, padding: '10px 0', fontWeight: 600 }}>
          {value}
        </td>
      </tr>
    ))}
  </Table>
);

/** A numbered list. */
export const Steps = ({ children }: WithChildren) => <ol style={{ margin: 0, paddingLeft: 32 }}>{children}</ol>;

export const Step = ({ children }: WithChildren) => (
  <li style={{ margin: '0 0 12px', ...DISPLAY, fontSize: 19, fontWeight: 400, color: use(Accents).main }}>
    <span style={BODY}>{children}</span>
  </li>
);

/** Typed text of several lines. */
export const Lines = ({ text }: { readonly text: string }) => (
  <Paragraph>
    {text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line, index) => [index > 0 && <br key={index} />, line])}
  </Paragraph>
);

interface EmailFrameProps extends WithChildren {
  readonly site: Pick<EmailSite, 'associationName' | 'url' | 'postalAddress' | 'accents'>;
  readonly title: string;
  /** The preview text that a mailbox shows beside the subject. */
  readonly preview: string;
  /** Why the reader gets this email. */
  readonly reason: string;
  /** For list mail, which shows the association's postal address as well. */
  readonly list?: { readonly unsubscribeUrl: string; readonly preferencesUrl?: string };
}

/** A whole email: one column of 320 to 600 px, in a light design, readable without pictures. */
export const EmailFrame = ({ site, title, preview, reason, list, children }: EmailFrameProps) => (
  <Accents value={site.accents}>
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <title>{title}</title>
      </head>
      <body style={{ margin: 0, padding: 0, background: COLOR.paper, WebkitTextSizeAdjust: '100%' }}>
        <div data-skip-in-text style={{ display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 }}>
          {preview}
        </div>
        <Table bgcolor={COLOR.paper}>
          <tr>
            <td align="center" style={{ padding: '24px 12px' }}>
              <Table style={{ maxWidth: 600 }}>
                <tr data-skip-in-text>
                  <td style={{ padding: '0 8px 16px', ...DISPLAY, fontSize: 22, lineHeight: '28px' }}>
                    <a href={site.url} style={{ color: COLOR.ink, textDecoration: 'none' }}>
                      {site.associationName}
                    </a>
                  </td>
                </tr>
                <tr>
                  <td
                    style={{ ...SHEET, border: `1px solid ${COLOR.rule}`, borderTop: `3px solid ${site.accents.main}` }}
                  >
                    <h1 style={{ margin: '0 0 16px', ...DISPLAY, fontSize: 30, lineHeight: '36px', color: COLOR.ink }}>
                      {title}
                    </h1>
                    {children}
                  </td>
                </tr>
                <tr>
                  <td style={{ ...TEXT, padding: '20px 8px 0', fontSize: 14, lineHeight: '21px', color: COLOR.ink2 }}>
                    {reason}
                    {list !== undefined && (
                      <>
                        <br />
                        <Link href={list.unsubscribeUrl}>Unsubscribe</Link>
                        {list.preferencesUrl !== undefined && (
                          <>
                            {' or '}
                            <Link href={list.preferencesUrl}>choose which emails you get</Link>
                          </>
                        )}
                        {site.postalAddress !== null && (
                          <>
                            <br />
                            {`${site.associationName}, ${site.postalAddress}`}
                          </>
                        )}
                      </>
                    )}
                  </td>
                </tr>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  </Accents>
);

/** The HTML of an email, with ends of lines: RFC 5322 allows 998 bytes in a line. */
export const htmlOf = (email: ReactElement): string =>
  `<!doctype html>\n${renderToStaticMarkup(email).replaceAll(/<\/(?:title|div|p|h[123]|li|tr|table)>/g, '$&\n')}`;

/** The plain text of an email's HTML. */
export const textOf = (html: string): string =>
  `${toPlainText(html, {
    selectors: [
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false, leadingLineBreaks: 2 } })),
      { selector: 'ol', options: { leadingLineBreaks: 2 } },
      // A row of data is a line.
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: 'th[scope=row]', format: 'inlineSurround', options: { suffix: ': ' } },
      { selector: 'td[align=right]', format: 'inline' },
      { selector: '[align=left]', format: 'inlineSurround', options: { suffix: ' | ' } },
      { selector: '[align=left]:last-child', format: 'inline' },
      { selector: 'hr', options: { length: 20 } },
      // A picture is its alternative text.
      { selector: 'img', format: 'image', options: { pathRewrite: () => '' } },
    ],
  })}\n`;

/** Both forms of an email. */
export const bothForms = (email: ReactElement): Pick<RenderedEmail, 'html' | 'text'> => {
  const html = htmlOf(email);
  return { html, text: textOf(html) };
};
