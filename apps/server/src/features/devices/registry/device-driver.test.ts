import { expect, it } from 'vitest'
import { unseenShadow } from '#testing/drivers/example-device.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createDeviceDriver } from './device-driver.ts'

const deviceId = unseenShadow.deviceId
const endpoint = { driver: 'a', deviceId, version: null, firmware: null }

it.each([
  ['a command', { command: 'abort' } as const, ['one']],
  ['forget for each of several endpoints', { command: 'forget' } as const, ['one', 'two']],
])('%s fails although a driver never answers', async (_name, command, addresses) => {
  const clock = createFakeClock()
  const driver = createDeviceDriver({
    registry: { execute: () => new Promise(() => {}) },
    endpoints: { of: () => addresses.map((address) => ({ ...endpoint, address })) },
    shadows: { get: () => unseenShadow, peek: () => unseenShadow, load: async () => {} },
    clock,
    answered() {},
  })
  const asked = driver
    .execute({ deviceId, command }, { signal: new AbortController().signal })
    .catch((error) => error)
  await clock.advanceAsync(10_000)
  expect(await asked).toMatchObject({ name: 'DriverError', code: 'device_request_timeout' })
  expect(clock.pending()).toBe(0)
})
