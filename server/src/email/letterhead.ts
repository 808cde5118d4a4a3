import { createContext } from 'react';
import type { Letterhead } from './email.ts';

/** What stands at the top of the email that is rendered; null: the product itself writes. */
export const LetterheadContext = createContext<Letterhead | null>(null);
