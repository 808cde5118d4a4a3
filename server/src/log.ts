/** Where what works unasked reports what it did and what went wrong: values, and a sentence. */
export interface Log {
  error(values: object, sentence: string): void;
  warn(values: object, sentence: string): void;
  info(values: object, sentence: string): void;
}
