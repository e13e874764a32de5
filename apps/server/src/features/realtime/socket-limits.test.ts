import { LIMITS } from '@senca/contract'
import { expect, it } from 'vitest'
import { createSocketLimits } from './socket-limits.ts'

it.each([
  ['one /64 of IPv6 count together', (n: number) => `2001:db8:0:1::${n.toString(16)}`, ['0']],
  ['two /64 of IPv6 count apart', (n: number) => `2001:db8:0:${n % 2}::${n.toString(16)}`, []],
])('sockets that have not logged in: those of %s', (_name, addressOf, expected) => {
  const limits = createSocketLimits()
  const closed: string[] = []
  for (let n = 0; n <= LIMITS.WEBSOCKETS_UNSIGNED_PER_ADDRESS; n += 1)
    limits.unsigned(addressOf(n), () => closed.push(`${n}`))
  expect(closed).toEqual(expected)
})
