/** The first row of a statement that always returns one. Throws if there is none, which is a bug. */
export function firstRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always gives a row gave none.');
  return row;
}
