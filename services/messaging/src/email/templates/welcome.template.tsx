import * as z from 'zod/mini';
import { instant, plan } from '@lectern/contracts/fields';
import { cents } from '@lectern/contracts/cents';
import { formatCentsShort } from '@lectern/contracts/money';
import { bothForms, Button, Details, EmailFrame, Heading, Link, Paragraph, Step, Steps } from '../email-layout.tsx';
import { emailTemplate } from '../email-template.ts';
import { confirmEmailAddress, VERIFY_EMAIL_TERMS, setupAddress, SETUP_TERMS } from './account-links.ts';

/**
 * To a new member of the debate club. A person who paid without an account sets one up through this email: it carries the set-up
 * link itself, since a second email would only be read less. A person who has set a password before the email is sent is led to
 * the dashboard. A person with an account verifies their email address through this email, unless it is verified or identity issues
 * no link.
 */
export const welcomeEmail = emailTemplate({
  name: 'welcome',
  data: z.object({
    firstName: z.string(),
    email: z.string(),
    /** Whether the member has an account to log in to, or has to set one up first. */
    hasAccount: z.boolean(),
    /** The member's account; missing in emails of earlier releases. */
    userId: z.optional(z.nullable(z.string())),
    plan: plan(),
    /** Per period */
    amount: cents,
    /** The amount charged for the first period; missing where it is unknown. */
    firstCharged: z.optional(z.nullable(cents)),
    /** The date of the next payment, or, for a membership that does not renew, its end. */
    currentPeriodEnd: instant(),
    renews: z.boolean(),
  }),
  link: ({ hasAccount, email, userId }) => {
    if (!hasAccount) return { purpose: 'setup', email };
    return userId == null ? null : { purpose: 'verify_email', email, userId };
  },
  render: (member, site, token) => {
    const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: site.timeZone }).format(
      new Date(member.currentPeriodEnd),
    );
    const name = member.firstName.trim();
    const title = name === '' ? 'Welcome' : `Welcome, ${name}`;
    const planName = member.plan === 'monthly' ? 'Monthly' : 'Annual';
    const period = member.plan === 'monthly' ? 'month' : 'year';
    const price = `${formatCentsShort(member.amount)} a ${period}`;
    const amounts =
      member.firstCharged == null
        ? ([['Amount', price]] as const)
        : ([
            [`Charged for the first ${period}`, formatCentsShort(member.firstCharged)],
            ...(member.renews ? [['Renewal', price] as const] : []),
          ] as const);
    const membership = [
      ['Membership', `Debate Club, ${planName.toLowerCase()}`],
      ...amounts,
      [member.renews ? 'Next billing date' : 'Membership ends', date],
    ] as const;
    const setupUrl = token === null || member.hasAccount ? null : setupAddress(site, member.email, token);
    const confirmUrl = token === null || !member.hasAccount ? null : confirmEmailAddress(site, token);
    return {
      subject: 'Welcome to the Debate Club',
      ...bothForms(
        <EmailFrame
          site={site}
          title={title}
          preview="Your membership is active. Here is how to begin."
          reason={`You get this email because this address joined the ${site.associationName} Debate Club. If that was not you, or if anything is unclear, reply to it. We read every reply.`}
        >
          <Paragraph>
            {`Your membership of the ${site.associationName} Debate Club is active, and there is a seat for you at the next weekly session. Nobody will ask whether you are ready. Most of us stood up before we felt like it, and were glad afterwards.`}
          </Paragraph>
          {setupUrl === null ? (
            <Button href={`${site.url}/dashboard`}>Open your dashboard</Button>
          ) : (
            <>
              <Button href={setupUrl}>Set up your account</Button>
              <Paragraph>{SETUP_TERMS}</Paragraph>
            </>
          )}
          <Heading>Three things to begin with</Heading>
          <Steps>
            <Step>
              Come to a session. Your dashboard shows when the next one begins and has its Zoom link. Listening the
              first time is fine; a coach will find you a place when you want one.
            </Step>
            <Step>
              Pick your division: development if this is new to you, professional if it is not. You can change it
              whenever you like.
            </Step>
            <Step>
              Read one of the <Link href={`${site.url}/practice-topics`}>practice topics</Link> out loud and argue
              against it for a minute. That is the whole warm-up.
            </Step>
          </Steps>
          {confirmUrl !== null && (
            <>
              <Heading>Confirm your email</Heading>
              <Paragraph>
                Confirm that this mailbox is yours. Everything that was paid for or registered with this email address
                then joins your account. If you did not open an account with us, do not press the button, and reply to
                this email.
              </Paragraph>
              <Button href={confirmUrl}>Confirm your email</Button>
              <Paragraph>{VERIFY_EMAIL_TERMS}</Paragraph>
            </>
          )}
          <Heading>Your membership</Heading>
          <Details rows={membership} />
          <Paragraph>
            You can change your card, see your payments or cancel under{' '}
            <Link href={`${site.url}/account/subscription`}>Subscription</Link>. You can always log in on{' '}
            <Link href={`${site.url}/login`}>the login page</Link>.
          </Paragraph>
          <Paragraph>
            See you at the lectern,
            <br />
            {`the ${site.associationName} team`}
          </Paragraph>
        </EmailFrame>,
      ),
    };
  },
});
