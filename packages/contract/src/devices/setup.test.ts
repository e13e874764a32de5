import { describe, expect, it } from 'vitest'
import { SETUP_NETWORK, setupFragment, setupNetworkOf } from './setup.ts'

describe('the name of a set-up network', () => {
  it('is made of the id of the device, always the same', () => {
    expect(setupNetworkOf('02b65570eca242ed78aa')).toBe(setupNetworkOf('02b65570eca242ed78aa'))
    const ids = Array.from({ length: 5_000 }, (_, nth) => `device-${nth}`)
    const names = new Set(ids.map(setupNetworkOf))
    expect([...names].filter((name) => !SETUP_NETWORK.test(name))).toEqual([])
    expect(names.size).toBe(ids.length)
  })

  it.each(['ADC_ABC10X', 'ADC_ABC1', 'adc_ABCDEF', 'ADC_ABCDEFG', 'ABCDEF'])('is not %s', (name) => {
    expect(SETUP_NETWORK.test(name)).toBe(false)
  })
})

it('the page of a device is handed what the app was given, whatever stands in it [DP37]', () => {
  const started = { setupCode: 'A&B=C', expiresAt: '', host: '::1', port: 1883, tls: false }
  expect(setupFragment(started, { language: 'de', app: 'https://a.example/setup?x#y' })).toBe(
    'setupCode=A%26B%3DC&host=%3A%3A1&port=1883&tls=false&language=de&app=https%3A%2F%2Fa.example%2Fsetup%3Fx%23y',
  )
})
