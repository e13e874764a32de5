import { expect, it } from 'vitest'
import { createResolve } from './resolve-broker.ts'

it.each(['any', 'public'] as const)(
  '[HW15] the addresses of names that only the system knows are found (%s)',
  async (join) => {
    const addresses = await createResolve(join)('localhost')
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.every((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true)
  },
)

it.each(['any', 'public'] as const)('a name without an address is refused (%s)', async (join) => {
  await expect(createResolve(join)('no-such-host.invalid')).rejects.toThrow()
})
