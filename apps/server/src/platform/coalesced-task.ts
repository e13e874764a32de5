/** Runs a task at most once at a time. All requests during a run cause one more run. After `stop` no run begins. */
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
