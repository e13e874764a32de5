import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { ActivityRow } from './activity.store.ts'
import { createActivityWriter } from './activity-writer.ts'

const row = (deviceName: string, accountId = 'account'): ActivityRow => ({
  at: new Date(0),
  deviceId: 'device',
  deviceName,
  accountId,
  actorId: 'person',
  actorName: null,
  origin: 'app',
  action: 'move',
  details: {},
  result: null,
  role: null,
  change: null,
  key: randomUUID(),
  keep: 'home',
})

function setUp(inserting: () => Promise<void> = async () => {}) {
  const clock = createFakeClock()
  const batches: string[][] = []
  const state = { isDown: false, dropped: 0, failures: 0 }
  const writer = createActivityWriter({
    clock,
    write: async (rows) => {
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

it('writes what came within 200 ms with one statement, in its order [AC2]', async () => {
  const { clock, batches, writer } = setUp()
  for (const name of ['a', 'b', 'c']) writer.put(row(name))
  await clock.advanceAsync(199)
  expect(batches).toEqual([])
  await clock.advanceAsync(1)
  await writer.flush()
  expect(batches).toEqual([['a', 'b', 'c']])
  writer.put(row('d'))
  await clock.advanceAsync(200)
  await writer.flush()
  expect(batches).toEqual([['a', 'b', 'c'], ['d']])
})

it('lets what comes while it writes wait for the next time, however long a burst lasts', async () => {
  const { clock, batches, writer } = setUp(async () => {
    if (batches.length < 3) writer.put(row(`during ${batches.length}`))
  })
  writer.put(row('a'))
  await clock.advanceAsync(200)
  expect(batches).toEqual([['a']])
  await clock.advanceAsync(200)
  expect(batches).toEqual([['a'], ['during 0']])
  await writer.stop()
  expect(batches).toEqual([['a'], ['during 0'], ['during 1'], ['during 2']])
})

it('loses nothing that came during a write that takes longer than its interval', async () => {
  const { clock, batches, writer } = setUp(async () => {
    if (batches.length > 0) return
    writer.put(row('meanwhile'))
    await clock.advanceAsync(300)
  })
  writer.put(row('a'))
  await clock.advanceAsync(200)
  await writer.flush()
  await clock.advanceAsync(200)
  expect(batches).toEqual([['a'], ['meanwhile']])
})

it('keeps what could not be written, and writes it once the database is back', async () => {
  const { clock, batches, state, writer } = setUp()
  state.isDown = true
  writer.put(row('a'))
  await clock.advanceAsync(200)
  await writer.flush()
  writer.put(row('b'))
  state.isDown = false
  await clock.advanceAsync(200)
  await writer.flush()
  expect([batches, state.dropped]).toEqual([[['a', 'b']], 0])
})

it('drops new rows when it is full, and counts them; rows of one account leave room for others [AC3]', async () => {
  const { batches, state, writer } = setUp()
  for (let n = 0; n < 20_003; n += 1) writer.put(row(`a${n}`, 'a'))
  for (let n = 0; n < 10_002; n += 1) writer.put(row(`b${n}`, 'b'))
  for (let n = 0; n < 1_002; n += 1) writer.put(row(`c${n}`, 'c'))
  await writer.flush()
  const names = batches.flat()
  expect([names.length, names.filter((name) => name.startsWith('c')).length, state.dropped]).toEqual([
    20_000 + 10_000 + 1_002,
    1_002,
    3 + 2,
  ])
  expect(names).toContain('a19999')
  expect(names).not.toContain('a20000')
})

it('never drops commands in favour of events of devices, nor the other way round', async () => {
  const { batches, state, writer } = setUp()
  const seen = (name: string, account: string) => ({ ...row(name, account), actorId: null })
  for (let n = 0; n < 30_000; n += 1) writer.put(seen('raving', 'a'))
  for (let n = 0; n < 100; n += 1) writer.put(row('asked', 'a'))
  for (let n = 0; n < 30_000; n += 1) writer.put(row('asked too often', 'b'))
  for (let n = 0; n < 100; n += 1) writer.put(seen('by itself', 'b'))
  await writer.flush()
  const count = (name: string) => batches.flat().filter((written) => written === name).length
  expect([count('asked'), count('by itself')]).toEqual([100, 100])
  expect(batches.flat().length + state.dropped).toBe(60_200)
})

it('writes a row that changes before it is written once, and one that changes meanwhile again', async () => {
  const sent = row('sent')
  const { batches, writer } = setUp(async () => {
    if (batches.length === 0) writer.put({ ...sent, deviceName: 'ended' })
  })
  writer.put(sent)
  writer.put({ ...sent, deviceName: 'acknowledged' })
  await writer.flush()
  await writer.stop()
  expect(batches).toEqual([['acknowledged'], ['ended']])
})

it('writes the rows of one account without waiting for those of others', async () => {
  const { batches, writer } = setUp()
  for (let n = 0; n < 5_000; n += 1) writer.put(row('flood', 'other'))
  for (const name of ['a', 'b']) writer.put(row(name))
  await writer.flushOf('account')
  expect(batches).toEqual([['a', 'b']])
  await writer.flushOf('account')
  expect(batches).toHaveLength(1)
  await writer.flush()
  expect(batches.flat()).toHaveLength(5_002)
})

it('loses only the row that can never be written', async () => {
  const { batches, state, writer } = setUp()
  for (const name of ['a', 'poison', 'b']) writer.put(row(name))
  await writer.flush()
  expect([batches.flat(), state.dropped, state.failures]).toEqual([['a', 'b'], 1, 1])
})

it('writes what is left when it stops', async () => {
  const { batches, writer } = setUp()
  writer.put(row('a'))
  await writer.stop()
  expect(batches).toEqual([['a']])
})
