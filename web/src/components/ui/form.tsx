import type { ComponentProps } from 'react';
import { useHydrated } from '../../lib/use-hydrated.ts';

/**
 * A form that the application sends. Until it runs nothing can be typed that it would not know of, nor sent where it does not
 * belong: by itself a browser would put a password into the address.
 */
export const Form = (props: ComponentProps<'form'>) => {
  const isLive = useHydrated();
  return <form method="post" noValidate inert={!isLive} {...props} />;
};
