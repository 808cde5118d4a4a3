/**
 * The product cannot start, for a reason that its operator can fix. The message is one clear sentence, shown without a
 * stack.
 */
export class StartError extends Error {
  override name = 'StartError';
}
