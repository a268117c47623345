import { useSearchParams } from 'react-router-dom';
import { PeopleSearch } from './people-search.tsx';
import { PersonView } from './person-view.tsx';

/** The search, or the person that the URL names. */
export const PeoplePage = () => {
  const [params] = useSearchParams();
  const email = params.get('email') ?? '';
  return email === '' ? <PeopleSearch /> : <PersonView key={email} email={email} />;
};
