/** Limits how many connections are opened at the same time, so that thousands of devices do not overload a server. */
export interface ConnectGate {
  /**
   * Calls `go` when a place is free; `leave` must be called when the connection is open. The returned function leaves the queue.
   */
  enter(go: (leave: () => void) => void): () => void
}

export function createConnectGate(atOnce: number): ConnectGate {
  const waiting = new Set<(leave: () => void) => void>()
  let inside = 0

  const admit = (): void => {
    for (const go of waiting) {
      if (inside >= atOnce) return
      waiting.delete(go)
      inside += 1
      let hasLeft = false
      go(() => {
        if (hasLeft) return
        hasLeft = true
        inside -= 1
        admit()
      })
    }
  }

  return {
    enter(go) {
      waiting.add(go)
      admit()
      return () => {
        waiting.delete(go)
      }
    },
  }
}
