// Runs in the page before its own scripts. Records the start of each frame, every task over 50 ms, and the number of updates
// from the websocket. It is a browser script, so Node does not load it.
{
  const frames = []
  const longTasks = []
  const received = { messages: 0, updates: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  const tick = (now) => {
    frames.push(now)
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
  globalThis.WebSocket = class extends WebSocket {
    constructor(address) {
      super(address)
      this.addEventListener('message', ({ data }) => {
        received.messages += 1
        received.updates += data.split('"device.state_update"').length - 1
      })
    }
  }
  globalThis.bench = {
    notes: () => ({ now: performance.now(), frames, longTasks, ...received }),
    /** The name of each card in the document and the value of its slider for the position; null if it has none. */
    cards: () =>
      [...document.querySelectorAll('article')].map((card) => ({
        name: card.querySelector('h3').textContent,
        value: card.querySelector('input[type=range][aria-label$=", position"]')?.valueAsNumber ?? null,
      })),
  }
}
