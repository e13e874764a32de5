import { describe, expect, it, vi } from 'vitest'
import type { ShadowChange } from '#features/devices/index.ts'
import type { Actor } from '#features/rights/index.ts'
import { createInProcessEventBus } from '#platform/events/in-process-event-bus.ts'
import { createLogger } from '#platform/logger.ts'
import { exampleDevice, readyShadow } from '#testing/drivers/example-device.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { SentCommand } from './command-goal.ts'
import { createCommandTracker } from './command-tracker.ts'
import type { Done } from './progress.ts'
import type { RegisteredCommand } from './tracked-command.ts'

const owner: Actor = { kind: 'account', accountId: 'anna', sessionId: 's' }
const guest: Actor = {
  kind: 'link',
  linkId: 'l',
  ownerId: 'anna',
  name: null,
  pinMark: null,
  grants: new Map(),
}
const move: SentCommand = { command: 'move', position: 1 }
const stop: SentCommand = { command: 'abort' }

function setUp(
  bus = createInProcessEventBus(createLogger('silent')),
  clock = createFakeClock(),
  readShadow = () => readyShadow,
) {
  const listeners: ((change: ShadowChange) => void)[] = []
  const shadows = {
    get: readShadow,
    onChange(listener: (change: ShadowChange) => void) {
      listeners.push(listener)
      return () => {}
    },
    onDropped: () => () => {},
  }
  const tracker = createCommandTracker({ shadows, bus, clock })
  tracker.start()
  const register = (actor = owner, command = move, id = exampleDevice.id) => {
    const controller = new AbortController()
    return tracker.register({ actor, device: { ...exampleDevice, id }, command, controller })
  }
  const registered = (...options: Parameters<typeof register>): RegisteredCommand => {
    const tracked = register(...options)
    if (tracked === null) throw new Error('there is no room')
    return tracked
  }
  const sent = (...options: Parameters<typeof register>) => {
    const tracked = registered(...options)
    expect(tracker.markSent(tracked, tracked.command === move ? { position: 0.01 } : null)).toBe(true)
    tracker.started(tracked)
    return tracked
  }
  /** A command that the device has acknowledged and that is followed after its sender got the answer. */
  const inBackground = (id?: string) => {
    const tracked = sent(owner, move, id)
    const ends: Done[] = []
    const machine = {
      first: { phase: 'accepted' },
      next: (state: { phase: string }, event: { kind: string }): { phase: string } | Done =>
        event.kind === 'ended'
          ? { phase: 'done', error: 'device_update_failed', detail: null, state: null }
          : state,
      dueAt: () => null,
    }
    tracker.follow(tracked, machine, (end) => ends.push(end))
    tracker.accepted(tracked, 'acknowledged')
    const hasRoom = tracker.enterBackground(tracked)
    tracker.release(tracked)
    return { tracked, hasRoom, ends }
  }
  return { bus, clock, tracker, register, registered, sent, inBackground }
}

describe('there is room', () => {
  it('for 2,000 unfinished commands of one sender, and for one more when one is answered', () => {
    const { tracker, register, registered } = setUp()
    const commands = Array.from({ length: 2_000 }, (_, n) => registered(owner, move, `device-${n}`))
    expect(register()).toBeNull()
    expect(register({ ...owner, accountId: 'bor' })).not.toBeNull()
    const [first] = commands
    if (first !== undefined) tracker.release(first)
    expect(register()).not.toBeNull()
    expect(register()).toBeNull()
  })

  it('for six commands of guests on a device, for six stops of theirs, and then for its home [CM14]', () => {
    const { register, registered } = setUp()
    for (let n = 0; n < 6; n += 1) registered(guest)
    expect(register(guest)).toBeNull()
    expect(register({ ...guest, linkId: 'another' })).toBeNull()
    for (let n = 0; n < 6; n += 1) registered(guest, stop)
    expect(register(guest, stop)).toBeNull()
    expect(register(guest, move, 'another')).not.toBeNull()
    expect(register(owner)).not.toBeNull()
  })

  it('for sixteen commands that a device has not answered', () => {
    const { tracker, registered, sent } = setUp()
    const [first] = Array.from({ length: 16 }, () => sent())
    const next = registered()
    expect([tracker.markSent(next, null), tracker.countUnanswered()]).toEqual([false, 16])
    if (first !== undefined) tracker.over(first, false)
    expect(tracker.markSent(next, null)).toBe(true)
  })

  it('for sixteen answered commands of a device, of which the oldest gives way [CM16]', () => {
    const { inBackground } = setUp()
    const all = Array.from({ length: 17 }, () => inBackground())
    expect(all.every(({ hasRoom }) => hasRoom)).toBe(true)
    expect(all.map(({ ends }) => ends.length)).toEqual([1, ...Array.from({ length: 16 }, () => 0)])
  })

  it('for 2,000 answered commands of a home [CM16]', () => {
    const { tracker, inBackground } = setUp()
    const all = Array.from({ length: 2_000 }, (_, n) => inBackground(`device-${n}`))
    expect(all.every(({ hasRoom }) => hasRoom)).toBe(true)
    expect(inBackground('one-more').hasRoom).toBe(false)
    const [first] = all
    if (first !== undefined) tracker.over(first.tracked, false)
    expect(inBackground('another').hasRoom).toBe(true)
  })
})

describe('what a device has been asked for', () => {
  it('is known to all instances until half a second after the command is over', () => {
    const here = setUp()
    const { tracker: there } = setUp(here.bus, here.clock)
    const id = exampleDevice.id
    const registered = here.registered()
    expect(here.tracker.partsOf(id)).toEqual([])
    here.tracker.markSent(registered, null)
    here.tracker.started(registered)
    here.sent(owner, { command: 'unlock', lockType: 'motor' })
    for (const tracker of [here.tracker, there]) expect(tracker.partsOf(id)).toEqual(['shade', 'motor'])
    here.tracker.over(registered, false)
    here.clock.advance(499)
    expect(new Set(there.partsOf(id))).toEqual(new Set(['shade', 'motor']))
    here.clock.advance(1)
    for (const tracker of [here.tracker, there]) expect(tracker.partsOf(id)).toEqual(['motor'])
  })

  it('is remembered for ten seconds where the device may still begin', () => {
    const { clock, tracker, sent } = setUp()
    tracker.over(sent(), true)
    clock.advance(9_999)
    expect(tracker.partsOf(exampleDevice.id)).toEqual(['shade'])
    clock.advance(1)
    expect([tracker.partsOf(exampleDevice.id), tracker.countInFlight()]).toEqual([[], 0])
  })

  it('is remembered for as long as the last and the most uncertain of several commands needs', () => {
    const { clock, tracker, sent } = setUp()
    const [first, second, third] = [sent(), sent(), sent()]
    tracker.over(first, true)
    clock.advance(9_800)
    tracker.over(second, false)
    clock.advance(400)
    tracker.over(third, false)
    clock.advance(499)
    expect(tracker.partsOf(exampleDevice.id)).toEqual(['shade'])
    clock.advance(1)
    expect([tracker.partsOf(exampleDevice.id), clock.pending()]).toEqual([[], 0])
    tracker.over(sent(), true)
    tracker.over(sent(), false)
    clock.advance(9_999)
    expect(tracker.partsOf(exampleDevice.id)).toEqual(['shade'])
    clock.advance(1)
    expect(tracker.partsOf(exampleDevice.id)).toEqual([])
  })

  it('includes where its movements go, known to all instances until they are over', () => {
    const here = setUp()
    const { tracker: there } = setUp(here.bus, here.clock)
    const id = exampleDevice.id
    here.registered()
    const known = here.sent()
    const own = here.sent(owner, { command: 'move_to_ventilation' })
    here.sent(owner, stop)
    here.sent(owner, { command: 'unlock', lockType: 'motor' })
    here.tracker.accepted(own, 'acknowledged')
    for (const tracker of [here.tracker, there])
      expect(tracker.movesOf(id)).toEqual([{ position: 0.01 }, null])
    here.tracker.over(known, true)
    for (const tracker of [here.tracker, there]) expect(tracker.movesOf(id)).toEqual([null])
    here.tracker.over(own, false)
    for (const tracker of [here.tracker, there]) expect(tracker.movesOf(id)).toEqual([])
  })

  it('is known of an instance of an earlier version too, except where its movements go', () => {
    const { bus, tracker } = setUp()
    const id = exampleDevice.id
    const notice = { phase: 'sent', id: 'c', deviceId: id, part: 'shade', isStop: false }
    bus.publish('commands', { origin: 'elsewhere', notice })
    expect([tracker.partsOf(id), tracker.movesOf(id)]).toEqual([['shade'], [null]])
  })

  it('is known to an instance that has not loaded the device, whose shadow is not read', () => {
    const here = setUp()
    const readShadow = vi.fn(() => readyShadow)
    const { tracker: there } = setUp(here.bus, here.clock, readShadow)
    here.tracker.accepted(here.sent(), 'acknowledged')
    expect(there.partsOf(exampleDevice.id)).toEqual(['shade'])
    expect(readShadow).not.toHaveBeenCalled()
  })

  it('is forgotten where the instance that sent it is gone', () => {
    const here = setUp()
    const { tracker: there } = setUp(here.bus, here.clock)
    here.sent()
    here.clock.advance(209_999)
    expect(there.countInFlight()).toBe(1)
    here.clock.advance(1)
    expect(there.countInFlight()).toBe(0)
  })

  it('leaves nothing behind when the server stops', () => {
    const { clock, tracker, registered, sent, inBackground } = setUp()
    registered()
    const { controller } = sent()
    inBackground()
    tracker.stop()
    expect(controller.signal.reason).toBe('internal_error')
    expect([tracker.countWaiting(), tracker.countInFlight(), clock.pending()]).toEqual([0, 0, 0])
  })
})

it('a command is overtaken by a newer one of its page that another instance sent', () => {
  const bus = createInProcessEventBus(createLogger('silent'))
  const [here, elsewhere] = [setUp(bus), setUp(bus)]
  const of = (page: string, number: number) => ({
    actor: owner,
    device: exampleDevice,
    command: move,
    controller: new AbortController(),
    order: { page, number },
  })
  const newer = elsewhere.tracker.register(of('page', 2))
  if (newer === null) throw new Error('there is no room')
  elsewhere.tracker.markSent(newer, null)
  elsewhere.tracker.started(newer)
  const isOvertaken = (page: string, number: number) => {
    const tracked = here.tracker.register(of(page, number))
    return tracked !== null && here.tracker.isOvertaken(tracked)
  }
  expect([isOvertaken('page', 1), isOvertaken('page', 3), isOvertaken('other', 1)]).toEqual([
    true,
    false,
    false,
  ])
})
