import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { FlowSheet } from '../../../components/art/flow-sheet.tsx';
import { Lead, PageTitle } from '../../../components/page/page-title.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { MONTHLY } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { formatCentsShort } from '@lectern/contracts/money';
import styles from './hero.module.css';
import { StarterKitButton } from './starter-kit-button.tsx';

/** One sentence, one proof, one action. */
export const Hero = ({ title, lead, members, assurance }: PublicSiteTexts['homePage']['opening']) => (
  <div className={`page ${styles['hero']}`}>
    <div className={styles['words']}>
      <PageTitle>{title}</PageTitle>
      <Lead className={styles['lead']}>{lead}</Lead>
      <LinkButton to={pathTo('register')} variant="primary" size="large">
        Join for {formatCentsShort(MONTHLY)} a month
      </LinkButton>
      <p className={styles['assurance']}>
        <span>
          {members !== '' && <strong>{members}</strong>} {assurance}
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
