import type { ComponentProps } from 'react';
import { useHydrated } from '../../lib/use-hydrated.ts';

/**
 * A form that the application sends. It is disabled until the application runs, so that no input is lost and the browser does not
 * submit it by itself, which would put a password into the URL.
 */
export const Form = (props: ComponentProps<'form'>) => {
  const isLive = useHydrated();
  return <form method="post" noValidate inert={!isLive} {...props} />;
};
