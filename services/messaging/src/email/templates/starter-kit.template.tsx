import * as z from 'zod/mini';
import { bothForms, Button, EmailFrame, Link, Paragraph } from '../email-layout.tsx';
import { emailTemplate } from '../email-template.ts';

/** The link to the starter kit, on request. The request subscribes its reader, so this is list mail. */
export const starterKitEmail = emailTemplate({
  name: 'starter-kit',
  data: z.object({ email: z.string() }),
  render: ({ email }, site) => {
    const unsubscribeUrl = site.unsubscribeUrl(email);
    return {
      subject: 'Your starter kit',
      unsubscribeUrl,
      ...bothForms(
        <EmailFrame
          site={site}
          title="Your starter kit"
          preview="How to build an argument, how to keep a flow, and a blank sheet."
          reason={`You get this email because this address asked for the starter kit of ${site.associationName} and is now subscribed to its newsletter.`}
          list={{ unsubscribeUrl }}
        >
          <Paragraph>Hello,</Paragraph>
          <Paragraph>
            Here is the starter kit that you asked for: a short PDF for your first round, with how to build an argument,
            how to keep a flow, and a blank sheet.
          </Paragraph>
          <Button href={`${site.url}/api/documents/starter-kit`}>Open the starter kit</Button>
          <Paragraph>The link keeps working, so you can open it again on another device.</Paragraph>
          <Paragraph>
            You need nobody to begin: pick a statement that you half believe, and argue for it out loud for two minutes.
            Then argue against it.
          </Paragraph>
          <Paragraph>
            When you would like to practice with other people, come to the Debate Club:{' '}
            <Link href={`${site.url}/debate-club`}>how it works</Link>.
          </Paragraph>
          <Paragraph>{`The ${site.associationName} team`}</Paragraph>
        </EmailFrame>,
      ),
    };
  },
});
