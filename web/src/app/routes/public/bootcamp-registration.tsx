import { formatCentsShort } from '@lectern/contracts/money';
import { useState } from 'react';
import { NotOpen } from '../../../components/events/not-open.tsx';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { inWords } from '../../../components/weekly-session/weekly-words.ts';
import { BOOTCAMP } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { RegistrationForm } from '../../../features/bootcamp/components/registration-form.tsx';
import { useNextRun } from '../../../features/bootcamp/use-next-run.ts';
import { useFocusMain } from '../../../lib/use-focus-main.ts';

const Submitted = ({ position, message }: { position: number | undefined; message: string }) => {
  useFocusMain();
  return (
    <Outcome
      mark="waiting"
      title="Registration Submitted"
      lead={message}
      actions={
        <>
          <LinkButton to={pathTo('classes')} variant="primary" size="large">
            Back to the bootcamp
          </LinkButton>
          <LinkButton to={pathTo('home')} size="large">
            Home
          </LinkButton>
        </>
      }
    >
      <p>
        {position !== undefined && (
          <>
            Your number is <strong>{position}</strong>.{' '}
          </>
        )}
        You have not been charged. The email that offers you a seat has a link to pay for it.
      </p>
    </Outcome>
  );
};

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export default function BootcampRegistration() {
  const [waiting, setWaiting] = useState<{ position: number | undefined; message: string } | null>(null);
  const { text: times } = useSiteText('bootcamp');
  const { isNoneOpen } = useNextRun();
  const price = formatCentsShort(BOOTCAMP);
  return (
    <div className="page">
      <PageMeta
        path={pathTo('bootcampRegistration')}
        card="classes"
        title="Register for the Bootcamp"
        description={`Register for the Tournament Prep Bootcamp: ${times === undefined ? '' : `${times.weeks} ${times.weekday}s on Zoom, a group of ${times.groupSize}, `}${price} with your first tournament entry included.`}
      />
      {waiting !== null ? (
        <Submitted {...waiting} />
      ) : (
        <>
          <PageHeader
            title="Register for the bootcamp"
            lead={`${times === undefined ? 'The bootcamp' : `${capitalized(inWords(times.weeks))} ${times.weekday}s`}, four events, ${price}.${isNoneOpen ? '' : ' Registering takes two minutes.'}`}
          />
          {isNoneOpen ? <NotOpen noun="bootcamp" /> : <RegistrationForm onWaiting={setWaiting} />}
        </>
      )}
    </div>
  );
}
