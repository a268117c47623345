import { useSearchParams } from 'react-router-dom';
import { CloneEvents } from './clone-events.tsx';
import { EventEditor } from './event-editor.tsx';
import { EventList } from './event-list.tsx';
import { NewEvent } from './new-event.tsx';

const QUARTER = 'quarter';

/** The list of events, or the form that the URL names: `?edit=<id or new>` or `?copy=<id or quarter>`. */
export const EventsSection = () => {
  const [params, setParams] = useSearchParams();
  // As the navigation opens the list: a new or saved event is mostly one to come.
  const back = () => setParams({ status: 'coming' });
  const [edited, copied] = [params.get('edit'), params.get('copy')];
  if (edited === 'new') return <NewEvent onDone={back} />;
  if (edited !== null) return <EventEditor key={edited} id={edited} onDone={back} />;
  if (copied !== null) return <CloneEvents key={copied} eventId={copied === QUARTER ? null : copied} onDone={back} />;
  return <EventList />;
};
