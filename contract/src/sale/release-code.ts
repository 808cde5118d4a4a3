/** A release code as it is shown: «K7M-2QX» (PICK-2). */
export const showCode = (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`;

/** The stored form of a typed release code: with or without hyphen, in any case. */
export const readCode = (written: string) => written.replace(/[\s\-–]/g, '').toUpperCase();

/** True for the stored form of a code. */
export const isReleaseCode = (code: string) => /^[2-9A-HJ-NP-Z]{6}$/.test(code);
