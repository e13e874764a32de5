import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { ActivityRow } from './activity.store.ts'
import { createActivityWriter } from './activity-writer.ts'

const row = (deviceName: string, accountId = 'account'): ActivityRow => ({
  at: new Date(0),
  deviceId: 'device',
  deviceName,
  accountId,
  actorId: null,
  actorName: null,
  origin: 'app',
  action: 'move',
  details: {},
  key: null,
  about: null,
  keep: 'home',
})

function setUp(inserting: () => Promise<void> = async () => {}) {
  const clock = createFakeClock()
  const batches: string[][] = []
  const state = { isDown: false, dropped: 0, failures: 0 }
  const writer = createActivityWriter({
    clock,
    insert: async (rows) => {
      if (state.isDown) throw new Error('down')
      if (rows.some(({ deviceName }) => deviceName === 'poison')) throw new Error('poison')
      await inserting()
      batches.push(rows.map(({ deviceName }) => deviceName))
    },
    isPermanentError: (error) => error instanceof Error && error.message === 'poison',
    failed: () => {
      state.failures += 1
    },
    dropped: () => {
      state.dropped += 1
    },
  })
  return { clock, batches, state, writer }
}

it('writes what came within 200 ms with one statement, in its order', async () => {
  const { clock, batches, writer } = setUp()
  for (const name of ['a', 'b', 'c']) writer.add(row(name))
  await clock.advanceAsync(199)
  expect(batches).toEqual([])
  await clock.advanceAsync(1)
  await writer.flush()
  expect(batches).toEqual([['a', 'b', 'c']])
  writer.add(row('d'))
  await clock.advanceAsync(200)
  await writer.flush()
  expect(batches).toEqual([['a', 'b', 'c'], ['d']])
})

it('lets what comes while it writes wait for the next time, however long a burst lasts', async () => {
  const { clock, batches, writer } = setUp(async () => {
    if (batches.length < 3) writer.add(row(`during ${batches.length}`))
  })
  writer.add(row('a'))
  await clock.advanceAsync(200)
  expect(batches).toEqual([['a']])
  await clock.advanceAsync(200)
  expect(batches).toEqual([['a'], ['during 0']])
  await writer.stop()
  expect(batches).toEqual([['a'], ['during 0'], ['during 1'], ['during 2']])
})

it('forgets nothing that came while it wrote for longer than it waits', async () => {
  const { clock, batches, writer } = setUp(async () => {
    if (batches.length > 0) return
    writer.add(row('meanwhile'))
    await clock.advanceAsync(300)
  })
  writer.add(row('a'))
  await clock.advanceAsync(200)
  await writer.flush()
  await clock.advanceAsync(200)
  expect(batches).toEqual([['a'], ['meanwhile']])
})

it('keeps what could not be written, and writes it once the database is back', async () => {
  const { clock, batches, state, writer } = setUp()
  state.isDown = true
  writer.add(row('a'))
  await clock.advanceAsync(200)
  await writer.flush()
  writer.add(row('b'))
  state.isDown = false
  await clock.advanceAsync(200)
  await writer.flush()
  expect([batches, state.dropped]).toEqual([[['a', 'b']], 0])
})

it('drops what is new rather than grow, of the account that has most, and counts it', async () => {
  const { batches, state, writer } = setUp()
  for (let n = 0; n < 10_003; n += 1) writer.add(row(`a${n}`, 'a'))
  for (let n = 0; n < 9_000; n += 1) writer.add(row(`b${n}`, 'b'))
  for (let n = 0; n < 1_002; n += 1) writer.add(row(`c${n}`, 'c'))
  await writer.flush()
  const names = batches.flat()
  expect([names.length, names.filter((name) => name.startsWith('c')).length, state.dropped]).toEqual([
    20_000,
    1_002,
    3 + 2,
  ])
  expect(names).toContain('a9997')
  expect(names).not.toContain('a9998')
})

it('never drops what was asked for the sake of what devices do by themselves', async () => {
  const { batches, state, writer } = setUp()
  for (const account of ['a', 'b', 'c'])
    for (let n = 0; n < 10_000; n += 1) writer.add(row('seen', account), 'seen')
  for (let n = 0; n < 100; n += 1) writer.add(row('asked', 'a'))
  await writer.flush()
  expect(batches.flat().filter((name) => name === 'asked')).toHaveLength(100)
  expect([batches.flat().length, state.dropped]).toEqual([20_100, 10_000])
})

it('writes the rows of one account without waiting for those of others', async () => {
  const { batches, writer } = setUp()
  for (let n = 0; n < 5_000; n += 1) writer.add(row('flood', 'other'), 'seen')
  for (const name of ['a', 'b']) writer.add(row(name))
  await writer.flushOf('account')
  expect(batches).toEqual([['a', 'b']])
  await writer.flushOf('account')
  expect(batches).toHaveLength(1)
  await writer.flush()
  expect(batches.flat()).toHaveLength(5_002)
})

it('loses only the row that can never be written', async () => {
  const { batches, state, writer } = setUp()
  for (const name of ['a', 'poison', 'b']) writer.add(row(name))
  await writer.flush()
  expect([batches.flat(), state.dropped, state.failures]).toEqual([['a', 'b'], 1, 1])
})

it('writes what is left when it stops', async () => {
  const { batches, writer } = setUp()
  writer.add(row('a'))
  await writer.stop()
  expect(batches).toEqual([['a']])
})
