import { useSearchParams } from 'react-router-dom';
import { Erasure } from './erasure.tsx';
import { PeopleList } from './people-list.tsx';
import { PersonView } from './person-view.tsx';

/** The list, or the person or the erasure that the URL names. */
export const PeoplePage = () => {
  const [params] = useSearchParams();
  const [email, erasure] = [params.get('email') ?? '', params.get('erasure') ?? ''];
  if (erasure !== '') return <Erasure key={erasure} id={erasure} />;
  return email === '' ? <PeopleList /> : <PersonView key={email} email={email} />;
};
