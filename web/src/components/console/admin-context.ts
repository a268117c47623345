import type { CurrentAdmin } from '@lectern/contracts/identity/administrator-http';
import { createContext } from 'react';

/** The signed-in administrator; null outside the console. */
export const AdminContext = createContext<CurrentAdmin | null>(null);
