import { administrator } from './administrator.tsx';
import { caseManager } from './case-manager.tsx';
import { everyone } from './everyone.tsx';
import type { Guide } from './guide.ts';
import { workshop } from './workshop.tsx';

/** All of the help, in order. */
export const GUIDES: readonly Guide[] = [everyone, workshop, caseManager, administrator];
