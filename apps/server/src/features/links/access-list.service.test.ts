import { expect, it } from 'vitest'
import type { AccountActor } from '#features/rights/index.ts'
import { createSealing } from '#platform/sealing.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createAccessListService } from './access-list.service.ts'

/** The service with a store that answers when the test allows it. */
function setUp() {
  const reading: { accountId: string; answer(): void }[] = []
  const service = createAccessListService({
    clock: createFakeClock(new Date()),
    sealing: createSealing('secret', 'device links'),
    accounts: {
      find: async (id) => ({ id, email: 'a@b.si', passwordHash: null, isConfirmed: true, locale: 'en' }),
    },
    devices: { findAll: async () => new Map(), list: async () => ({}) },
    store: {
      list: (accountId) =>
        new Promise((resolve) => {
          const entry = {
            accountId,
            answer() {
              reading.splice(reading.indexOf(entry), 1)
              resolve([])
            },
          }
          reading.push(entry)
        }),
    },
  })
  const settle = () => new Promise(setImmediate)
  const ask = (accountId: string) => {
    const actor: AccountActor = { kind: 'account', accountId, sessionId: 's' }
    return service.list(actor, undefined).then(
      () => 'answered',
      ({ code }) => code,
    )
  }
  return { reading, settle, ask }
}

it('is computed for one call of an account at a time, in parallel with those of other accounts', async () => {
  const { reading, settle, ask } = setUp()
  const answers = [ask('a'), ask('a'), ask('b'), ask('a')]
  const order: string[] = []
  for (let answered = 0; answered < 4; answered += 1) {
    await settle()
    const accounts = reading.map(({ accountId }) => accountId)
    expect(accounts).toEqual([...new Set(accounts)])
    order.push(accounts.toSorted().join(' '))
    reading[0]?.answer()
  }
  expect(await Promise.all(answers)).toEqual(['answered', 'answered', 'answered', 'answered'])
  expect(order[0]).toBe('a b')
})

it('refuses an account that has too many waiting calls', async () => {
  const { reading, settle, ask } = setUp()
  const answers = Array.from({ length: 30 }, () => ask('a'))
  const all = Promise.all(answers)
  for (let answered = 0; answered < 30; answered += 1) {
    await settle()
    reading[0]?.answer()
  }
  const counted = (await all).filter((answer) => answer === 'too_many_requests').length
  expect(counted).toBe(20)
})
