import type { OpenSocket } from './realtime-connection.ts'

/** Wraps the browser's WebSocket as the `OpenSocket` of the realtime client. */
export const openBrowserSocket: OpenSocket = (address, on) => {
  const socket = new WebSocket(address)
  let hasEnded = false
  const end = (reason: string) => {
    if (hasEnded) return
    hasEnded = true
    on.failed(reason)
  }
  socket.onopen = () => on.opened()
  socket.onmessage = (event) => {
    if (typeof event.data === 'string') on.received(event.data)
  }
  socket.onerror = () => end('')
  socket.onclose = (event) => end(event.reason)
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => {
      hasEnded = true
      socket.close()
    },
  }
}
