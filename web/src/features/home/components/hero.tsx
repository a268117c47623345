import { FlowSheet } from '../../../components/art/flow-sheet.tsx';
import { Lead, PageTitle } from '../../../components/page/page-title.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { MONTHLY } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { formatCentsShort } from '@lectern/contracts/money';
import styles from './hero.module.css';
import { StarterKitButton } from './starter-kit-button.tsx';

/** One sentence, one proof, one action. */
export const Hero = () => {
  const association = useAssociation();
  return (
    <div className={`page ${styles['hero']}`}>
      <div className={styles['words']}>
        <PageTitle>The debate club for adults with something to say.</PageTitle>
        <Lead className={styles['lead']}>
          Speak every week, live on Zoom, with people at your level and a coach who listens. You leave with one thing to
          do better next time.
        </Lead>
        <LinkButton to={pathTo('register')} variant="primary" size="large">
          Join for {formatCentsShort(MONTHLY)} a month
        </LinkButton>
        <p className={styles['assurance']}>
          <span>
            <strong>500+ members</strong> have taken the floor since {association.founded}. Cancel anytime.
          </span>
        </p>
        <p className={styles['kit']}>
          Not yet?
          <StarterKitButton variant="quiet" size="small" />
        </p>
      </div>
      <FlowSheet />
    </div>
  );
};
