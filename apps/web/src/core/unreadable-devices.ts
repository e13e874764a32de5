import { createStore } from 'zustand/vanilla'

/** The devices that this page is too old to show; a newer version of it may. */
export const unreadableDevices = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }))

/** Notes the result of reading some devices. */
export function noteReading(result: { unreadable: readonly string[]; readable: readonly string[] }): void {
  const { ids } = unreadableDevices.getState()
  const others = ids.filter((id) => !result.readable.includes(id) && !result.unreadable.includes(id))
  if (result.unreadable.length === 0 && others.length === ids.length) return
  unreadableDevices.setState({ ids: [...others, ...result.unreadable] })
}
