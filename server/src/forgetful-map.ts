/**
 * A map that forgets all it has before it holds more than `most`: for what is only remembered to spare a question, by
 * keys of which whoever calls can think up any number.
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
