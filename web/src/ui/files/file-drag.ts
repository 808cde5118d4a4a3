/** The drag type of reordering a file. File drop zones do not accept it. */
export const PLACE_TYPE = 'application/x-restvarde-place';
