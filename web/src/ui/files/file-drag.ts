/** What is dragged when a file changes its place in a list: nothing that could be added to one. */
export const PLACE_TYPE = 'application/x-restvarde-place';
