// Runs in the page before anything of its own: notes when each frame began, every task over 50 ms, and how many updates
// came over the websocket. A script of the browser, and so not among what Node reads.
{
  const frames = []
  const longTasks = []
  const heard = { messages: 0, updates: 0 }
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
        heard.messages += 1
        heard.updates += data.split('"device.state_update"').length - 1
      })
    }
  }
  globalThis.bench = {
    notes: () => ({ now: performance.now(), frames, longTasks, ...heard }),
    /** The name of each card that is drawn, and what its slider says; null without one. */
    cards: () =>
      [...document.querySelectorAll('article')].map((card) => ({
        name: card.querySelector('h3').textContent,
        value: card.querySelector('input[type=range]')?.valueAsNumber ?? null,
      })),
  }
}
