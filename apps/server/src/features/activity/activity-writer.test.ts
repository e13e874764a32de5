import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { ActivityRow } from './activity.store.ts'
import { createActivityWriter } from './activity-writer.ts'

const row = (deviceName: string): ActivityRow => ({
  at: new Date(0),
  deviceId: 'device',
  deviceName,
  accountId: 'account',
  actorId: null,
  origin: 'app',
  action: 'move',
  details: {},
  key: null,
  about: null,
  keep: 'home',
})

function setUp() {
  const clock = createFakeClock()
  const batches: string[][] = []
  const state = { isDown: false, dropped: 0, failures: 0 }
  const writer = createActivityWriter({
    clock,
    insert: async (rows) => {
      if (state.isDown) throw new Error('down')
      if (rows.some(({ deviceName }) => deviceName === 'poison')) throw new Error('poison')
      batches.push(rows.map(({ deviceName }) => deviceName))
    },
    isHopeless: (error) => error instanceof Error && error.message === 'poison',
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

it('drops what is new rather than grow, and counts it', async () => {
  const { batches, state, writer } = setUp()
  for (let n = 0; n < 20_003; n += 1) writer.add(row(String(n)))
  await writer.flush()
  expect([batches.flat().length, batches.flat().at(-1), state.dropped]).toEqual([20_000, '19999', 3])
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
