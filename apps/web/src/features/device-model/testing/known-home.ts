import type { DeviceInfo, StateUpdate } from '@senca/contract'
import { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import { applyEvent } from '#core/realtime/apply-event.ts'
import { deviceKeys } from '../device-cache.ts'
import { createDeviceEvents } from '../device-events.ts'
import { createLocallyRemoved } from '../locally-removed.ts'

export const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** A storage that only lasts for one test. */
export const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

export const updateOf = (device: DeviceInfo, given: Partial<StateUpdate>): StateUpdate => ({
  deviceId: device.id,
  state: device.state,
  totalRestarts: device.totalRestarts,
  totalStateUpdates: device.totalStateUpdates,
  ...given,
})

/** The devices of a home as the page knows them, and what pushes change about them. */
export function home(...devices: DeviceInfo[]) {
  const cache = client()
  cache.setQueryData(
    deviceKeys.home,
    devices.map(({ id }) => id),
  )
  for (const device of devices) cache.setQueryData(deviceKeys.one(device.id), device)
  const reported = vi.fn()
  const devicesSink = createDeviceEvents(cache, { reported }, createLocallyRemoved(memory()))
  return {
    cache,
    reported,
    events: devicesSink,
    receive: (message: Parameters<typeof applyEvent>[0]) => applyEvent(message, devicesSink),
    one: (id = 'device-1') => cache.getQueryData<DeviceInfo | null>(deviceKeys.one(id)),
    ids: () => cache.getQueryData<string[]>(deviceKeys.home),
  }
}
