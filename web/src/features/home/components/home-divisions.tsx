import { Divisions } from '../../../components/divisions/divisions.tsx';

export const HomeDivisions = () => (
  <Divisions
    title="Two divisions, one table"
    lead="You choose where you sit, and you may change sides of the table whenever you are ready."
    says={{
      development: {
        who: 'For beginners, and for those who have been away for a while.',
        points: [
          'How to open, how to stop, and what to do with your hands',
          'Building a case from a claim, a reason and an example',
          'Rounds with people who were nervous last month, too',
        ],
      },
      professional: {
        who: 'For experienced speakers who want to be tested.',
        points: [
          'Full rounds at full speed, with a flow and a decision',
          'Answering the best version of the other side',
          'Preparation for tournaments, boardrooms and hearings',
        ],
      },
    }}
  />
);
