import { association } from '../../../config/association.ts';

export const SupportLine = () => (
  <p>
    Questions? Write to <a href={`mailto:${association.supportEmail}`}>{association.supportEmail}</a>.
  </p>
);
