import { describe, expect, it } from 'vitest'
import type { Device, ShadowChange } from '#features/devices/index.ts'
import type { Actor, RightsChange, RightsIndex } from '#features/rights/index.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createDevicePublisher } from './device-publisher.ts'
import { createHub } from './hub.ts'
import { createOutbox } from './outbox.ts'

const KNOWN = 'abcdefgh'
const actor: Actor = { kind: 'account', accountId: 'anna', sessionId: 's' }
const CONNECTED: ShadowChange['event'] = { kind: 'connection', endpoint: 'a', connected: true, at: 0 }

const BEGAN_AGAIN: ShadowChange['event'] = {
  kind: 'report',
  endpoint: 'a',
  state: {},
  at: 0,
  countsBeginAgain: true,
}

const deviceOf = (id: string): Device => ({
  id,
  type: 'awning',
  ownerId: 'anna',
  name: 'New',
  settings: {},
  formerSafePlaces: null,
  favourite: null,
  ventilation: null,
  sun: null,
  doorId: null,
  unlockBy: 'tap',
  isClaimable: false,
  claimableUntil: null,
  reportedFactoryReset: false,
  mustForget: false,
  mustSendSettings: false,
  upgradeFailure: null,
  claimedAt: null,
})

const shadowOf = (deviceId: string): ShadowChange['shadow'] => ({
  deviceId,
  endpoints: {},
  connected: true,
  fields: {},
  settings: {},
  counts: { totalRestarts: 1, totalStateUpdates: 1 },
  reportedAt: null,
  isAgeUnknown: false,
  lastSeenAt: null,
  commandTarget: null,
  arrival: null,
  reportedFactoryReset: false,
  awaitsReset: false,
  wasSet: false,
  generation: 0,
})

/** An account that sees one device. The test decides when rights and devices are read and when the device reports. */
function setUp() {
  const frames: string[] = []
  const opened: (() => void)[] = []
  const readings: ((isGood: boolean) => void)[] = []
  const failures: unknown[] = []
  const clock = createFakeClock()
  let watching = 0
  let changeRights: Parameters<RightsIndex['watch']>[1] = () => {}
  let update: (deviceIds: readonly string[]) => void = () => {}
  let change: (change: ShadowChange) => void = () => {}
  const hub = createHub({
    shadows: { hold: () => () => {}, load: async () => {} },
    rights: {
      async watch(_actor, changed) {
        changeRights = changed
        await new Promise<void>((resolve) => opened.push(resolve))
        watching += 1
        return {
          actor,
          visible: [KNOWN],
          stop() {
            watching -= 1
          },
        }
      },
    },
  })
  const publisher = createDevicePublisher({
    hub,
    async lookup([id = '']) {
      const isGood = await new Promise<boolean>((resolve) => readings.push(resolve))
      if (!isGood) throw new Error('the database is away')
      return [deviceOf(id)]
    },
    surroundingsOf: async () => ({
      roomOf: () => null,
      maintenanceOf: () => null,
      hardwareOf: () => null,
      bridgesOf: () => [],
    }),
    infoOf: (_actor, { id, name }) => ({
      id,
      name,
      devicetype: 'awning',
      connected: true,
      version: 2,
      permissions: [],
      can: [],
      settings: {},
      favourite: null,
      ventilation: null,
      sun: null,
      lastSeenAt: null,
      totalRestarts: 1,
      totalStateUpdates: 1,
      state: { status: 'ready', position: 0, inclination: null, assumed: false, reportedAt: null },
    }),
    isWithoutHome: () => false,
    shadows: {
      onChange(listener) {
        change = listener
        return () => {}
      },
    },
    events: {
      onUpdated(listener) {
        update = listener
        return () => {}
      },
    },
    clock,
    failed: (error) => failures.push(error),
  })
  publisher.start()
  const open = () => {
    for (const go of opened.splice(0)) go()
  }
  const join = () =>
    hub.join(
      actor,
      createOutbox({
        wire: { bufferedAmount: 0, send: (frame) => frames.push(frame) },
        soon: (task) => task(),
      }),
    )
  const messages = () => frames.map((frame) => JSON.parse(frame))
  return {
    frames,
    failures,
    clock,
    stop: publisher.stop,
    open,
    join,
    /** Joins with one socket and waits until it receives messages. */
    async joinOne() {
      const joining = join()
      open()
      await joining
    },
    messages,
    subjects: () => messages().map(({ subject }) => subject),
    report: (deviceId = KNOWN, event = CONNECTED) =>
      change({ before: shadowOf(deviceId), shadow: shadowOf(deviceId), event, isIngested: true }),
    watching: () => watching,
    update: (deviceId = KNOWN) => update([deviceId]),
    readings: () => readings.length,
    changeRights: (rights: Partial<RightsChange>) =>
      changeRights({ actor, gained: [], lost: [], altered: [], ...rights }),
    answer: async (isGood = true) => {
      for (const read of readings.splice(0)) read(isGood)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('a change of a device', () => {
  it('is published for a new one once it was read, with its newest state, and then for its reports', async () => {
    const { joinOne, subjects, report, changeRights, answer } = setUp()
    await joinOne()
    changeRights({ gained: ['newcomer'] })
    report('newcomer')
    report('newcomer', BEGAN_AGAIN)
    expect(subjects()).toEqual([])
    await answer()
    report('newcomer')
    expect(subjects()).toEqual(['device.created', 'device.state_update'])
  })

  it('is published later for devices that could not be read at first, new ones and changed ones', async () => {
    const { joinOne, subjects, report, update, changeRights, answer, failures, clock } = setUp()
    await joinOne()
    changeRights({ gained: ['newcomer'] })
    await answer(false)
    update()
    await answer(false)
    report('newcomer')
    report()
    expect([subjects(), failures.length]).toEqual([['device.state_update'], 2])
    await clock.advanceAsync(1_000)
    for (const isGood of [false, true]) await answer(isGood)
    expect(subjects()).toHaveLength(2)
    await clock.advanceAsync(1_000)
    await answer()
    expect(subjects().toSorted()).toEqual(['device.created', 'device.state_update', 'device.updated'])
    expect(clock.pending()).toBe(0)
  })

  it('is not read again for somebody who may no longer see it, or after the end', async () => {
    const { joinOne, changeRights, update, answer, readings, clock, stop } = setUp()
    await joinOne()
    changeRights({ gained: ['newcomer'] })
    await answer(false)
    changeRights({ lost: ['newcomer'] })
    await clock.advanceAsync(1_000)
    expect(readings()).toBe(0)
    update()
    await answer(false)
    stop()
    await clock.advanceAsync(1_000)
    expect(readings()).toBe(0)
  })

  it('publishes counters that began again, and then the newest state', async () => {
    const { joinOne, messages, report } = setUp()
    await joinOne()
    report(KNOWN, BEGAN_AGAIN)
    report()
    expect(messages().map(({ data }) => data.totalRestarts)).toEqual([null, 1])
  })

  it('is not published for a device that is gone before it was published', async () => {
    const { joinOne, subjects, report, changeRights, answer } = setUp()
    await joinOne()
    changeRights({ gained: ['newcomer'] })
    report('newcomer')
    changeRights({ lost: ['newcomer'] })
    await answer()
    expect(subjects()).toEqual(['device.deleted'])
  })

  it('is read once at a time, however often it changes, and the newest is published', async () => {
    const { joinOne, subjects, update, readings, answer } = setUp()
    await joinOne()
    for (let n = 0; n < 1_000; n += 1) update()
    expect(readings()).toBe(1)
    await answer()
    expect(readings()).toBe(1)
    await answer()
    expect(readings()).toBe(0)
    expect(subjects()).toEqual(['device.updated', 'device.updated'])
  })

  it('is published with the rights of the moment, also where they changed while it was read', async () => {
    const { joinOne, subjects, update, changeRights, answer } = setUp()
    await joinOne()
    update()
    changeRights({ altered: [KNOWN] })
    expect(subjects()).toEqual([])
    changeRights({ actor: { kind: 'account', accountId: 'berta', sessionId: 's' } })
    await answer()
    expect(subjects()).toEqual([])
    changeRights({ altered: [KNOWN] })
    await answer()
    expect(subjects()).toEqual(['device.updated'])
  })

  it('is published to an account while any of its sockets is open', async () => {
    const { join, open, frames, report, watching } = setUp()
    const joins = [join(), join()]
    open()
    const [first, second] = await Promise.all(joins)
    first?.()
    report()
    expect(frames).toHaveLength(1)
    second?.()
    await Promise.resolve()
    report()
    expect(frames).toHaveLength(1)
    expect(watching()).toBe(0)
  })

  it('is published to a socket that opens while the last one closes', async () => {
    const { join, open, frames, report } = setUp()
    const leaving = join().then((leave) => leave())
    const staying = join()
    open()
    await Promise.all([leaving, staying])
    report()
    expect(frames).toHaveLength(1)
  })
})
