import { createContext } from 'react';

/** The end of every window title: the company's name, once it is loaded (SHELL-2). */
export const SiteName = createContext('Restvärde');
