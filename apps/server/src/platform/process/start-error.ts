/** Why the server cannot start, in one line for the person who starts it; shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
