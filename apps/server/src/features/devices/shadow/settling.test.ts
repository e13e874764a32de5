import { describe, expect, it } from 'vitest'
import type { ReportedState } from '#drivers/driver.ts'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createLogger } from '#platform/logger.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { emptyShadow, nextShadow, type Shadow, type ShadowEvent, stateOf } from './shadow.ts'
import { createShadows } from './shadows.ts'

const ID = 'abcdefgh'
const OWN = `senca/${ID}`
const OTHER = 'entities/matter-1'
const AT = Date.UTC(2026, 5, 21, 10)
const SENT_AT = { totalRestarts: 1, totalStateUpdates: 1 }

const connection = (seconds: number, endpoint = OWN, connected = true): ShadowEvent => ({
  kind: 'connection',
  endpoint,
  connected,
  at: AT + seconds * 1_000,
})
const report = (seconds: number, state: ReportedState, endpoint = OWN): ShadowEvent => ({
  kind: 'report',
  endpoint,
  state,
  at: AT + seconds * 1_000,
})
const sentTo = (seconds: number, target: object): ShadowEvent => ({
  kind: 'target',
  target,
  sentAt: SENT_AT,
  at: AT + seconds * 1_000,
})
const settle = (seconds: number, endpoint = OWN): ShadowEvent => ({
  ...{ kind: 'report', endpoint, state: {}, at: AT + seconds * 1_000 },
  ...{ isDerived: true, settles: true },
})

const shadowAfter = (...events: ShadowEvent[]): Shadow =>
  events.reduce((shadow, event) => nextShadow(shadow, event) ?? shadow, emptyShadow(ID))

const closing = (position: number, more: ReportedState = {}): ReportedState => ({
  status: 'closing',
  position,
  ...more,
})
const start = [connection(0), { ...report(0, { status: 'ready', position: 0 }), order: SENT_AT }]

describe('[CM20] a device that is at its goal and reports motion', () => {
  it.each<[string, ShadowEvent[], string]>([
    ['is at rest after ten seconds', [report(1, closing(1)), settle(11)], 'ready'],
    ['is not before', [report(1, closing(1)), settle(10)], 'closing'],
    [
      'is at rest although it repeats its report',
      [report(1, closing(1)), report(6, closing(1)), settle(11), report(12, closing(1))],
      'ready',
    ],
    [
      'is at rest although its place varies within the tolerance',
      [report(1, closing(1)), report(6, closing(0.985)), settle(11)],
      'ready',
    ],
    ['moves on where it was not at the goal yet', [report(1, closing(0.9)), settle(30)], 'closing'],
    [
      'is at rest at the target of its command',
      [sentTo(1, { position: 0.4 }), report(2, closing(0.41)), settle(12)],
      'ready',
    ],
    [
      'waits again after a command to where it is',
      [report(1, closing(0.4)), sentTo(20, { position: 0.4 }), settle(25)],
      'closing',
    ],
    [
      'is at rest at the target that it says itself',
      [report(1, { status: 'moving', position: 0.4, target: { position: 0.4 } }), settle(11)],
      'ready',
    ],
    ['has no goal while it only moves', [report(1, { status: 'moving', position: 1 }), settle(30)], 'moving'],
    [
      'moves while its slats turn',
      [report(1, closing(1, { inclination: 0 })), report(8, closing(1, { inclination: 0.5 })), settle(11)],
      'closing',
    ],
    [
      'moves in the word that it says next',
      [report(1, closing(1)), settle(11), report(12, { status: 'opening', position: 1 })],
      'opening',
    ],
    [
      'moves where it leaves its goal again',
      [report(1, closing(1)), settle(11), report(12, closing(0.9))],
      'closing',
    ],
    [
      'is waited for again after it was away',
      [report(1, closing(1)), settle(11), connection(12, OWN, false), connection(13), report(14, closing(1))],
      'closing',
    ],
    ['calibrates at an end', [report(1, { status: 'calibrating', position: 1 }), settle(60)], 'calibrating'],
    [
      'moves to a place that is only assumed',
      [report(1, closing(1, { assumed: true })), settle(60)],
      'closing',
    ],
  ])('%s', (_name, events, status) => {
    const shadow = shadowAfter(...start, ...events)
    expect(stateOf(shadow).status).toBe(status)
    if (status === 'ready') expect(stateOf(shadow)).not.toHaveProperty('target')
  })

  it.each([
    [OWN, 0.03, 'closing'],
    [OTHER, 0.03, 'ready'],
    [OTHER, 0.06, 'closing'],
  ] as const)('by the tolerance of its hardware: %s, %d beside it', (endpoint, beside, status) => {
    const shadow = shadowAfter(
      connection(0, endpoint),
      report(0, { status: 'ready', position: 0 }, endpoint),
      report(1, closing(1 - beside), endpoint),
      settle(11, endpoint),
    )
    expect(stateOf(shadow).status).toBe(status)
  })

  it('has no target in the movement after it', () => {
    const at = (status: 'opening' | 'closing') => report(2, { status, position: 0.4 })
    const opening = shadowAfter(
      ...start,
      sentTo(1, { position: 0.4 }),
      at('closing'),
      settle(12),
      at('opening'),
    )
    expect(stateOf(opening)).toMatchObject({ status: 'opening' })
    expect(stateOf(opening)).not.toHaveProperty('target')
  })

  it('keeps the place and the time that its hardware reported', () => {
    const shadow = shadowAfter(...start, report(1, closing(0.99)), settle(11))
    expect(stateOf(shadow)).toMatchObject({ position: 0.99, reportedAt: new Date(AT + 1_000).toISOString() })
  })
})

describe('[CM20] the timer', () => {
  const bus = createInProcessEventBus(createLogger('silent'))
  const instance = (clock = createFakeClock(new Date(AT)), row = emptyShadow(ID)) => {
    const fail = (error: unknown) => {
      throw error
    }
    const shadows = createShadows({
      store: {
        readMany: async () => [row],
        write: async () => [],
        reset: async () => [],
        acceptSettings: async () => [],
        restartCounts: async () => [],
      },
      endpoints: { load: async () => {}, drop() {} },
      keepsPresence: true,
      bus,
      clock,
      failed: fail,
      readFailed: fail,
      dropped: fail,
      listenerFailed: fail,
    })
    shadows.start()
    const changes: string[] = []
    shadows.onChange(({ shadow, isIngested }) =>
      changes.push(`${stateOf(shadow).status}${isIngested ? '' : ' elsewhere'}`),
    )
    return { clock, shadows, changes }
  }

  it('is that of the instance that ingested the report, and all know', async () => {
    const one = instance()
    const two = instance(one.clock)
    await Promise.all([one.shadows.load([ID]), two.shadows.load([ID])])
    for (const event of [...start, report(0, closing(1))]) one.shadows.record(ID, event)
    await one.clock.advanceAsync(20_000)
    expect(one.changes).toEqual(['busy', 'ready', 'closing', 'ready'])
    expect(two.changes).toEqual(['busy', 'ready', 'closing', 'ready'].map((status) => `${status} elsewhere`))
    await Promise.all([one.shadows.stop(), two.shadows.stop()])
  })

  it('is that of another instance where that one has ended', async () => {
    const one = instance()
    const two = instance(one.clock)
    await Promise.all([one.shadows.load([ID]), two.shadows.load([ID])])
    for (const event of [...start, report(0, closing(1))]) one.shadows.record(ID, event)
    await one.shadows.stop()
    await one.clock.advanceAsync(20_000)
    expect(two.changes.at(-1)).toBe('ready')
    await two.shadows.stop()
  })

  it('begins again when the state is read after a restart', async () => {
    const { arrival: _lost, ...stored } = shadowAfter(...start, report(0, closing(1)))
    const { shadows, clock } = instance(undefined, { ...stored, arrival: null })
    await shadows.load([ID])
    expect(stateOf(shadows.get(ID)).status).toBe('closing')
    await clock.advanceAsync(20_000)
    expect(stateOf(shadows.get(ID)).status).toBe('ready')
    await shadows.stop()
  })

  it('goes on when the clock is set back', async () => {
    const { shadows, clock } = instance()
    await shadows.load([ID])
    for (const event of [...start, report(0, closing(1))]) shadows.record(ID, event)
    await clock.advanceAsync(5_000)
    clock.set(-3_600_000)
    shadows.setBack(clock.now())
    await clock.advanceAsync(30_000)
    expect(stateOf(shadows.get(ID)).status).toBe('ready')
    await shadows.stop()
  })
})
