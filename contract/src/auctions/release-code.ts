/** A release code as it is shown: «K7M-2QX» (PICK-2). */
export const showCode = (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`;

/** A release code as it is stored, of one that somebody wrote: with or without hyphen, in any case. */
export const readCode = (written: string) => written.replace(/[\s\-–]/g, '').toUpperCase();

/** Is it the form of a code that is stored? */
export const isReleaseCode = (code: string) => /^[2-9A-HJ-NP-Z]{6}$/.test(code);
