/** Runs a task at most once at a time: of all requests during a run there is one more run. After `stop` none begins. */
export function createCoalescedTask(task: () => Promise<void>) {
  let isRunning = false
  let isStale = false
  let isStopped = false

  const request = () => {
    if (isStopped) return
    isStale = isRunning
    if (isRunning) return
    isRunning = true
    void task().finally(() => {
      isRunning = false
      if (isStale) request()
    })
  }

  return {
    request,
    stop() {
      isStopped = true
    },
    isStopped: () => isStopped,
  }
}
