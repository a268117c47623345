import { useSearchParams } from 'react-router-dom';
import { Erasure } from './erasure.tsx';
import { MergeProgress } from './merge-progress.tsx';
import { PeopleList } from './people-list.tsx';
import { PersonView } from './person-view.tsx';

/** The list, or the person, the erasure or the merge that the URL names. */
export const PeoplePage = () => {
  const [params] = useSearchParams();
  const [email, erasure, merge] = ['email', 'erasure', 'merge'].map((name) => params.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  if (merge !== '') return <MergeProgress key={merge} id={merge} email={email} />;
  if (erasure !== '') return <Erasure key={erasure} id={erasure} />;
  return email === '' ? <PeopleList /> : <PersonView key={email} email={email} />;
};
