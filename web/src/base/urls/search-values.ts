import * as z from 'zod/mini';

/** Text in a URL of at most `length` characters; invalid values are dropped. */
export const wordsUpTo = (length: number) =>
  z.catch(z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(length))), undefined);

export const words = wordsUpTo(60);

const idText = z.string().check(z.regex(/^[1-9]\d{0,8}$/));

/** One id, as text. */
export const oneId = z.catch(z.optional(idText), undefined);

/** Values of a filter that may be repeated, always as a list. */
const many = <Value extends string>(one: z.ZodMiniType<Value, string>) =>
  z.catch(
    z.optional(
      z.pipe(
        z.union([z.string(), z.array(z.string())]),
        z.pipe(
          z.transform((value: string | string[]) => [value].flat()),
          z.array(one).check(z.minLength(1), z.maxLength(100)),
        ),
      ),
    ),
    undefined,
  );

/** Texts, always as a list. */
export const manyWords = many(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)));

/** Ids, always as a list. */
export const manyIds = many(idText);

/** Some of these values, always as a list. */
export const someOf = <const Value extends string>(values: readonly Value[]) =>
  many<Value>(z.enum(values));
