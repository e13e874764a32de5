import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { onRealtimeMessages } from '#core/realtime/browser-realtime.ts'

/** The devices about which an app of another maker asks “which one is it?”, each until its time is over. */
const marked = createStore<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(() => new Map())

function end(deviceId: string): void {
  const next = new Map(marked.getState())
  clearTimeout(next.get(deviceId))
  if (next.delete(deviceId)) marked.setState(next, true)
}

/** Marks a device for so many seconds; 0 ends it. */
export function mark(deviceId: string, seconds: number): void {
  end(deviceId)
  if (seconds === 0) return
  const timer = setTimeout(() => end(deviceId), seconds * 1_000)
  marked.setState(new Map(marked.getState()).set(deviceId, timer), true)
}

onRealtimeMessages((messages) => {
  for (const message of messages)
    if (message.subject === 'bridges.identify') mark(message.data.deviceId, message.data.seconds)
})

/** Whether a device is marked on this page now. */
export const useIsMarked = (deviceId: string): boolean => useStore(marked, (devices) => devices.has(deviceId))
