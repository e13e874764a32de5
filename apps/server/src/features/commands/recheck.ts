/**
 * A task that is run each time it is asked for, one run after the other: of all that is asked during one there is one
 * more, however often it was asked. After `stop` none begins.
 */
export function createRecheck(task: () => Promise<void>) {
  let isRunning = false
  let isStale = false
  let isStopped = false

  const ask = () => {
    if (isStopped) return
    isStale = isRunning
    if (isRunning) return
    isRunning = true
    void task().finally(() => {
      isRunning = false
      if (isStale) ask()
    })
  }

  return {
    ask,
    stop() {
      isStopped = true
    },
    isStopped: () => isStopped,
  }
}
