import { describe, expect, it } from 'vitest'
import type { Actor, RightsIndex } from '#features/rights/index.ts'
import { createHub } from './hub.ts'
import { createOutbox } from './outbox.ts'

const actor: Actor = { kind: 'account', accountId: 'anna', sessionId: 's' }

/** A hub over one device, of which the test says when rights are read and when it reports. */
function setUp() {
  const frames: string[] = []
  const opened: (() => void)[] = []
  const listeners = new Set<Parameters<Parameters<typeof createHub>[0]['shadows']['onChange']>[0]>()
  let watching = 0
  const rights: Pick<RightsIndex, 'watch'> = {
    async watch() {
      await new Promise<void>((resolve) => opened.push(resolve))
      watching += 1
      return {
        visible: ['abcdefgh'],
        stop() {
          watching -= 1
        },
      }
    },
  }
  const hub = createHub({
    devices: { info: async () => ({}) },
    shadows: {
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    events: { onUpdated: () => () => {} },
    rights,
    failed: (error) => {
      throw error
    },
  })
  hub.start()
  const outbox = () =>
    createOutbox({ wire: { bufferedAmount: 0, send: (frame) => frames.push(frame) }, soon: (task) => task() })
  const report = () => {
    const shadow = {
      deviceId: 'abcdefgh',
      connected: true,
      fields: {},
      settings: {},
      counts: { totalRestarts: 1, totalStateUpdates: 1 },
      reportedAt: null,
      lastSeenAt: null,
      commandTarget: null,
      saidFactoryReset: false,
    }
    for (const listener of listeners) {
      listener({ before: shadow, shadow, event: { kind: 'connection', connected: true, at: 0 } })
    }
  }
  return {
    hub,
    outbox,
    frames,
    report,
    watching: () => watching,
    open: () => opened.splice(0).map((go) => go()),
  }
}

describe('the hub', () => {
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
