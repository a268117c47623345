import { Team } from '../../../components/team/team.tsx';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';

/** The people who run the association. Renders nothing where they cannot be loaded. */
export const OurTeam = () => {
  const { text, isLoading } = useSiteText('team');
  if (text !== undefined) return <Team {...text} />;
  return isLoading ? (
    <div className="page">
      <p role="status">Loading the team...</p>
    </div>
  ) : null;
};
