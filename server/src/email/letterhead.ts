import { createContext } from 'react';
import type { Letterhead } from './email.ts';

/** The top of the email that is rendered; null if the product itself is the sender. */
export const LetterheadContext = createContext<Letterhead | null>(null);
