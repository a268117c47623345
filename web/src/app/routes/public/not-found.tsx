import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { FAQ_PATH, pathTo } from '../../../config/paths.ts';

export default function NotFound() {
  return (
    <div className="page">
      <PageMeta title="404 Page Not Found" description="There is no page at this address." isPrivate />
      <Outcome
        mark="lost"
        title="404 Page Not Found"
        lead="Did you forget to add the page to the router?"
        actions={
          <>
            <LinkButton to={pathTo('home')} variant="primary">
              Go to the home page
            </LinkButton>
            <LinkButton to={FAQ_PATH}>Read the FAQs</LinkButton>
          </>
        }
      >
        <p>The argument led nowhere. It happens to the best of us; pick it up from one of these.</p>
      </Outcome>
    </div>
  );
}
