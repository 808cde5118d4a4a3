/**
 * A cache that empties itself before it exceeds `most` entries, so that callers who invent keys cannot make it grow.
 */
export class ForgetfulMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#most && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
