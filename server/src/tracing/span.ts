/** What is known of a span: nothing that a person wrote, and no value of a statement. */
export type Attributes = Record<string, string | number>;

/** Does a piece of work that is a span of its own, where a node traces; else it is just done (OPS-19). */
export type Span = <T>(name: string, attributes: Attributes, work: () => Promise<T>) => Promise<T>;

/** For nodes that do not trace. */
export const untraced: Span = (_name, _attributes, work) => work();
