/** Lets so many connections be made at once, so that thousands of devices do not storm a server. */
export interface ConnectGate {
  /** Calls `go` when there is room; it must call `leave` once it is through. The returned function gives up the place in the queue. */
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
