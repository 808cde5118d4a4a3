import { createContext } from 'react';

/** What every window's title ends with: the company's name, once it is known (SHELL-2). */
export const SiteName = createContext('Restvärde');
