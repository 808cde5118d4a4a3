/** Attributes of a span: nothing that a person wrote, and no value of a statement. */
export type Attributes = Record<string, string | number>;

/** Runs work in a span if the node traces; otherwise only runs it (OPS-19). */
export type Span = <T>(name: string, attributes: Attributes, work: () => Promise<T>) => Promise<T>;

/** For nodes that do not trace. */
export const untraced: Span = (_name, _attributes, work) => work();
