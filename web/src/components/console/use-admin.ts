import type { AdminProfile } from '@lectern/contracts/identity/model';
import { useOutletContext } from 'react-router-dom';

/** The administrator who is signed in. Only pages of the console may ask. */
export const useAdmin = (): AdminProfile => useOutletContext<AdminProfile>();
