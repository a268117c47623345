import { Fragment } from 'react';

/** A text whose email address breaks after its @ before anywhere else. */
export const BreakableEmail = ({ children }: { children: string }) =>
  children.split('@').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          @<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
