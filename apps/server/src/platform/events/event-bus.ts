/**
 * Messages between the instances of the server. Topics are dot-separated names that features choose (`device.<id>`,
 * `account.<id>`, `session.<id>`); payloads are JSON values that the subscriber parses. Order is kept per topic and publisher; a
 * message is delivered at most once.
 */
export interface EventBus {
  publish(topic: string, payload: unknown): void
  /** Calls the listener for messages of one exact topic until the returned function is called. */
  subscribe(topic: string, listener: (payload: unknown) => void): () => void
  /**
   * Resolves when the current subscriptions are active, so that messages published by others from then on are received. Resolves
   * at once if that is not possible.
   */
  settled(): Promise<void>
}
