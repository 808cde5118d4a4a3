/** The product cannot start for a reason its operator can mend: the message is one clear sentence, shown without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
