import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/test-database.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createLimits } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const RULE = { name: 'tries', max: 3, windowMs: 60_000 }
const tooMany = (seconds: number) => ({ code: 'too_many_requests', retryAfterSeconds: seconds })

it('lets no more pass than allowed, however many come at once', async () => {
  const { limits } = createLimits({ database, clock: createFakeClock() })
  const tries = Array.from({ length: 40 }, () => limits.take([RULE, 'at once']))
  const passed = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
  expect(passed).toHaveLength(3)
})

it('says when to come back, and lets pass again then', async () => {
  const clock = createFakeClock()
  const { limits } = createLimits({ database, clock })
  for (let index = 0; index < 3; index += 1) await limits.take([RULE, 'anna'])
  clock.advance(15_000)
  await expect(limits.take([RULE, 'anna'])).rejects.toMatchObject(tooMany(45))
  await expect(limits.check([RULE, 'anna'])).rejects.toMatchObject(tooMany(45))
  await limits.take([RULE, 'bor'])
  clock.advance(45_000)
  await limits.take([RULE, 'anna'])
})

it('counts on after a restart and on another instance', async () => {
  const clock = createFakeClock()
  for (let index = 0; index < 3; index += 1)
    await createLimits({ database, clock }).limits.count([RULE, 'restart'])
  await expect(createLimits({ database, clock }).limits.check([RULE, 'restart'])).rejects.toMatchObject(
    tooMany(60),
  )
})

it('forgets windows that are over and keeps the others', async () => {
  const clock = createFakeClock(new Date('2030-01-01T00:00:00Z'))
  const { limits } = createLimits({ database, clock })
  await limits.count([RULE, 'old'])
  clock.advance(60_000)
  await limits.count([RULE, 'new'])
  await limits.forgetOld()
  const { rows } = await database.pool.query('select key from rate_limits')
  expect(rows).toEqual([{ key: 'tries new' }])
})

it('slows strangers who guess from everywhere, but not the address that the owner signs in from', async () => {
  const { guesses } = createLimits({ database, clock: createFakeClock() })
  const accountId = crypto.randomUUID()
  const from = (address: string) => ({ address, userAgent: null })
  await guesses.succeeded(from('192.0.2.1'), accountId)
  for (let host = 0; host < 20; host += 1) await guesses.failed(from(`198.51.100.${host}`), accountId)
  await expect(guesses.check(from('198.51.100.99'), accountId)).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  await guesses.check(from('192.0.2.1'), accountId)
  for (let index = 0; index < 10; index += 1) await guesses.failed(from('192.0.2.1'), accountId)
  await expect(guesses.check(from('192.0.2.1'), accountId)).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  await guesses.forgive(from('203.0.113.5'), accountId)
  await guesses.check(from('203.0.113.5'), accountId)
  await guesses.check(from('198.51.100.99'), accountId)
})

it('counts several at once, or none of them where that would be too many', async () => {
  const clock = createFakeClock()
  const { limits } = createLimits({ database, clock })
  await limits.consumeSeveral([RULE, 'several'], 2)
  await limits.consumeSeveral([RULE, 'several'], 0)
  await expect(limits.consumeSeveral([RULE, 'several'], 2)).rejects.toMatchObject(tooMany(60))
  await limits.consumeSeveral([RULE, 'several'], 1)
  await expect(limits.consumeSeveral([RULE, 'several'], 1)).rejects.toMatchObject(tooMany(60))
  await expect(limits.consumeSeveral([RULE, 'never before'], 4)).rejects.toMatchObject(tooMany(60))
  clock.advance(60_000)
  await limits.consumeSeveral([RULE, 'several'], 3)
  const tries = Array.from({ length: 20 }, () => limits.consumeSeveral([RULE, 'several at once'], 2))
  const passed = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
  expect(passed).toHaveLength(1)
})

it('forgets a window of a clock that was ahead, and counts in a new one', async () => {
  const clock = createFakeClock()
  const { limits } = createLimits({ database, clock })
  clock.set(7_200_000)
  for (let index = 0; index < 3; index += 1) await limits.take([RULE, 'ahead'])
  await expect(limits.check([RULE, 'ahead'])).rejects.toMatchObject(tooMany(60))
  clock.set(-7_200_000)
  await limits.check([RULE, 'ahead'])
  for (let index = 0; index < 3; index += 1) await limits.take([RULE, 'ahead'])
  await expect(limits.take([RULE, 'ahead'])).rejects.toMatchObject(tooMany(60))
})
