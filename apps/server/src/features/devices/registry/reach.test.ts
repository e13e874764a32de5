import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { emptyShadow, type Shadow } from '../shadow/shadow.ts'
import { followKept } from './reach.ts'

const MINUTE_MS = 60_000

it('what a killed instance may have taken with it is read again: all of what is away each minute, connections and locks within ten', () => {
  const shadows = new Map<string, Shadow>(
    [
      { deviceId: 'away', connected: false },
      { deviceId: 'shade', connected: true },
      { deviceId: 'door', connected: true, fields: { motorLockState: 'locked' as const } },
    ].map((known) => [known.deviceId, { ...emptyShadow(known.deviceId), ...known }]),
  )
  const clock = createFakeClock()
  let read: string[] = []
  const stop = followKept({
    outside: { onBack: () => () => {} },
    endpoints: {
      of: (deviceId) => [
        { deviceId, driver: 'senca', address: deviceId, part: null, version: null, firmware: null },
      ],
    },
    shadows: {
      ids: () => [...shadows.keys()],
      idsBy: (isConnected) =>
        [...shadows.values()].flatMap((one) => (one.connected === isConnected ? one.deviceId : [])),
      peek: (id) => shadows.get(id),
    },
    refresh: (places, what = 'all') => void read.push(...places.map(({ address }) => `${address} ${what}`)),
    clock,
  })
  clock.advance(MINUTE_MS)
  expect(read).toContain('away all')
  read = []
  for (let minute = 0; minute < 10; minute += 1) clock.advance(MINUTE_MS)
  expect(read.filter((one) => !one.startsWith('away')).sort()).toEqual(['door all', 'shade connection'])
  stop()
})
