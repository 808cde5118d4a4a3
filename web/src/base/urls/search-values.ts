import * as z from 'zod/mini';

/** Text in a URL of at most `length` characters; invalid values are dropped. */
export const wordsUpTo = (length: number) =>
  z.catch(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(length))), undefined);

export const words = wordsUpTo(60);

const idText = z.string().check(z.regex(/^[1-9]\d{0,8}$/));

/** One id, as text. */
export const oneId = z.catch(z.optional(idText), undefined);

/** Ids, always as a list. */
export const manyIds = z.catch(
  z.optional(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.pipe(
        z.transform((value: string | string[]) => [value].flat()),
        z.array(idText).check(z.minLength(1), z.maxLength(100)),
      ),
    ),
  ),
  undefined,
);
