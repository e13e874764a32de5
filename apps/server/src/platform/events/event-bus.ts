/**
 * What instances of the server tell each other. Topics are dot-separated names chosen by the features
 * (`device.<id>`, `account.<id>`, `session.<id>`); payloads are JSON values parsed by the subscriber.
 * Order is kept per topic and publisher; delivery is at most once.
 */
export interface EventBus {
  publish(topic: string, payload: unknown): void
  /** Hears one exact topic until the returned function is called. */
  subscribe(topic: string, listener: (payload: unknown) => void): () => void
  /** Resolves once what others publish on the topics that are subscribed to now is heard; at once where that cannot be. */
  settled(): Promise<void>
}
