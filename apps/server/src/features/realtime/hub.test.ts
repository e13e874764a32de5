import type { DeviceInfo } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import type { ShadowChange } from '#features/devices/index.ts'
import type { Actor, RightsChange, RightsIndex } from '#features/rights/index.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createHub } from './hub.ts'
import { createOutbox } from './outbox.ts'

const actor: Actor = { kind: 'account', accountId: 'anna', sessionId: 's' }

/** A hub over one device, of which the test says when rights are read and when it reports. */
function setUp() {
  const frames: string[] = []
  const opened: (() => void)[] = []
  const listeners = new Set<Parameters<Parameters<typeof createHub>[0]['shadows']['onChange']>[0]>()
  let watching = 0
  let changeRights: Parameters<RightsIndex['watch']>[1] = () => {}
  const infos: (() => void)[] = []
  let update: (deviceId: string) => void = () => {}
  const rights: Pick<RightsIndex, 'watch'> = {
    async watch(_accountId, changed) {
      changeRights = changed
      await new Promise<void>((resolve) => opened.push(resolve))
      watching += 1
      return {
        actor,
        visible: ['abcdefgh'],
        stop() {
          watching -= 1
        },
      }
    },
  }
  const hub = createHub({
    devices: {
      async info(_actor, [id = '']) {
        await new Promise<void>((resolve) => infos.push(resolve))
        return { [id]: infoOf(id) }
      },
    },
    sharing: { onUpdated: () => () => {} },
    isWithoutHome: () => false,
    shadows: {
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    events: {
      onUpdated(listener) {
        update = listener
        return () => {}
      },
    },
    rights,
    clock: createFakeClock(),
    failed: (error) => {
      throw error
    },
  })
  hub.start()
  const outbox = () =>
    createOutbox({ wire: { bufferedAmount: 0, send: (frame) => frames.push(frame) }, soon: (task) => task() })
  const report = (
    deviceId = 'abcdefgh',
    event: ShadowChange['event'] = {
      kind: 'connection',
      endpoint: 'a',
      connected: true,
      at: 0,
    },
  ) => {
    const shadow = {
      deviceId,
      endpoints: {},
      connected: true,
      fields: {},
      settings: {},
      counts: { totalRestarts: 1, totalStateUpdates: 1 },
      reportedAt: null,
      lastSeenAt: null,
      commandTarget: null,
      saidFactoryReset: false,
      awaitsReset: false,
      wasSet: false,
      generation: 0,
    }
    for (const listener of listeners) {
      listener({
        before: shadow,
        shadow,
        event,
        isIngested: true,
      })
    }
  }
  return {
    hub,
    outbox,
    frames,
    report,
    watching: () => watching,
    update: (deviceId = 'abcdefgh') => update(deviceId),
    readings: () => infos.length,
    changeRights: (change: RightsChange) => changeRights(change),
    answerInfos: async () => {
      for (const answer of infos.splice(0)) answer()
      await new Promise((resolve) => setImmediate(resolve))
    },
    open: () => opened.splice(0).map((go) => go()),
  }
}

const infoOf = (id: string): DeviceInfo => ({
  id,
  name: 'New',
  devicetype: 'awning',
  connected: true,
  version: 2,
  permissions: [],
  can: [],
  settings: {},
  favourite: null,
  ventilation: null,
  lastSeenAt: null,
  totalRestarts: 1,
  totalStateUpdates: 1,
  state: { status: 'ready', position: 0, inclination: null, assumed: false, reportedAt: null },
})

describe('the hub', () => {
  it('tells of a device before it tells what the device does, and then only the newest', async () => {
    const { hub, outbox, frames, report, open, changeRights, answerInfos } = setUp()
    const joining = hub.join(actor, outbox())
    open()
    await joining
    changeRights({ actor, gained: ['newcomer'], lost: [], altered: [] })
    report('newcomer')
    report('newcomer')
    expect(frames).toEqual([])
    await answerInfos()
    report('newcomer')
    expect(frames.map((frame) => JSON.parse(frame).subject)).toEqual([
      'device.created',
      'device.state_update',
      'device.state_update',
    ])
  })

  it('tells of counts that began again before it tells the newest state', async () => {
    const { hub, outbox, frames, report, open, changeRights, answerInfos } = setUp()
    const joining = hub.join(actor, outbox())
    open()
    await joining
    changeRights({ actor, gained: ['newcomer'], lost: [], altered: [] })
    report('newcomer')
    report('newcomer', { kind: 'report', endpoint: 'a', state: {}, at: 0, countsBeginAgain: true })
    report('newcomer')
    await answerInfos()
    const told = frames
      .map((frame) => JSON.parse(frame))
      .filter(({ subject }) => subject === 'device.state_update')
    expect(told.map(({ data }) => data.totalRestarts)).toEqual([null, 1])
  })

  it('tells nothing of a device that is gone before it was told of', async () => {
    const { hub, outbox, frames, report, open, changeRights, answerInfos } = setUp()
    const joining = hub.join(actor, outbox())
    open()
    await joining
    changeRights({ actor, gained: ['newcomer'], lost: [], altered: [] })
    report('newcomer')
    changeRights({ actor, gained: [], lost: ['newcomer'], altered: [] })
    await answerInfos()
    expect(frames.map((frame) => JSON.parse(frame).subject)).toEqual(['device.deleted'])
  })

  it('reads a device once at a time, however often it changes, and tells the newest', async () => {
    const { hub, outbox, frames, update, readings, open, answerInfos } = setUp()
    const joining = hub.join(actor, outbox())
    open()
    await joining
    for (let n = 0; n < 1_000; n += 1) update()
    expect(readings()).toBe(1)
    await answerInfos()
    expect(readings()).toBe(1)
    await answerInfos()
    expect(readings()).toBe(0)
    expect(frames.map((frame) => JSON.parse(frame).subject)).toEqual(['device.updated', 'device.updated'])
  })

  it('does not tell what was read before rights were taken away', async () => {
    const { hub, outbox, frames, update, open, changeRights, answerInfos } = setUp()
    const joining = hub.join(actor, outbox())
    open()
    await joining
    update()
    changeRights({ actor, gained: [], lost: [], altered: ['abcdefgh'] })
    await answerInfos()
    expect(frames).toEqual([])
    await answerInfos()
    expect(frames.map((frame) => JSON.parse(frame).subject)).toEqual(['device.updated'])
  })

  it('keeps an account’s devices in view while any of its sockets is there', async () => {
    const { hub, outbox, frames, report, watching, open } = setUp()
    const joins = [hub.join(actor, outbox()), hub.join(actor, outbox())]
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

  it('loses nobody who joins while the last one leaves', async () => {
    const { hub, outbox, frames, report, open } = setUp()
    const leaving = hub.join(actor, outbox()).then((leave) => leave())
    const staying = hub.join(actor, outbox())
    open()
    await Promise.all([leaving, staying])
    report()
    expect(frames).toHaveLength(1)
  })
})
