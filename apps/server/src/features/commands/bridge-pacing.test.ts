import type { DeviceOutcome } from '@senca/contract/outcomes'
import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createBridgePacing } from './bridge-pacing.ts'
import type { SentCommand } from './command-goal.ts'

function setUp(hasTwoAxes = false) {
  const clock = createFakeClock(new Date('2026-06-21T10:00:00Z'))
  const pacing = createBridgePacing({ clock })
  const sent: [ms: number, command: SentCommand][] = []
  const outcomes: (DeviceOutcome | null)[] = []
  const startMs = clock.now().getTime()
  const send = (command: SentCommand, deviceId = 'd') => {
    const at = outcomes.push(null) - 1
    void pacing
      .send({ bridgeId: 'b', deviceId, command, hasTwoAxes }, async (one) => {
        sent.push([clock.now().getTime() - startMs, one])
        return { deviceId, ok: true }
      })
      .then((outcome) => {
        outcomes[at] = outcome
      })
  }
  const pass = (ms: number) => clock.advanceAsync(ms)
  const ended = () => outcomes.map((one) => (one === null ? null : one.ok === false ? one.detail : one.ok))
  return { pacing, clock, sent, send, pass, ended }
}
const to = (position: number): SentCommand => ({ command: 'move', position })
const tilt = (inclination: number): SentCommand => ({ command: 'move', inclination })
const light = (brightness: number): SentCommand => ({
  command: 'light_apply',
  lightType: 'light_1',
  brightness,
})

it('sends the first at once, the last always, and at most one each 250 ms; the others are replaced [BR11]', async () => {
  const { sent, send, pass, ended } = setUp()
  for (let position = 0; position < 10; position += 1) send(to(position))
  expect(sent).toEqual([[0, to(0)]])
  await pass(249)
  expect(sent).toHaveLength(1)
  await pass(1)
  expect(sent).toEqual([
    [0, to(0)],
    [250, to(9)],
  ])
  expect(ended()).toEqual([true, ...Array(8).fill('replaced'), true])
  await pass(10_000)
  send(to(50))
  expect(sent).toHaveLength(3)
})

it('keeps devices apart, and sends to each part of one in its turn', async () => {
  const { sent, send, pass, ended } = setUp()
  send(to(10))
  send(to(10), 'other')
  send(light(1))
  expect(sent.map(([, command]) => command)).toEqual([to(10), to(10)])
  send(to(20))
  await pass(250)
  await pass(250)
  expect(sent.slice(2)).toEqual([
    [250, light(1)],
    [500, to(20)],
  ])
  expect(ended()).toEqual([true, true, true, true])
})

it('makes one move of a position and a tilt that follow each other within 150 ms [BR11]', async () => {
  const { sent, send, pass, ended } = setUp(true)
  send(to(40))
  await pass(149)
  expect(sent).toEqual([])
  send(tilt(60))
  await pass(1)
  expect(sent).toEqual([[150, { command: 'move', position: 40, inclination: 60 }]])
  expect(ended()).toEqual([true, true])
  send({ command: 'move', position: 10, inclination: 10 })
  await pass(250)
  expect(sent.at(-1)).toEqual([400, { command: 'move', position: 10, inclination: 10 }])
})

it('lets a stop and a lock pass at once, and nothing that was asked before the stop comes after it [BR11]', async () => {
  const { sent, send, pass, ended } = setUp()
  send(to(10))
  send(to(90))
  send({ command: 'abort' })
  send({ command: 'lock', lockType: 'motor' })
  expect(sent.map(([, { command }]) => command)).toEqual(['move', 'abort', 'lock'])
  await pass(1_000)
  expect(sent).toHaveLength(3)
  expect(ended()).toEqual([true, 'replaced', true, true])
})

it('allows 60 at once and 20 a second for each bridge [BR13]', () => {
  const { pacing, clock } = setUp()
  const many = (count: number) => Array.from({ length: count }, () => pacing.take('b'))
  expect(many(61)).toEqual([...Array(60).fill(true), false])
  expect(pacing.take('other')).toBe(true)
  clock.advance(1_000)
  expect(many(21)).toEqual([...Array(20).fill(true), false])
  clock.advance(10_000)
  expect([pacing.take('b', 100), pacing.take('b')]).toEqual([true, false])
})
