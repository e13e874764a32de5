import { describe, expect, it } from 'vitest'
import type { Clock } from '../clock.ts'
import { createManualClock } from '../manual-clock.ts'
import type { DevicePublication } from './reporter.ts'
import { createVirtualDevice } from './virtual-device.ts'

const HOUR_MS = 3_600_000
const LATENCY_MS = 15

/** A connected device whose clock is `aheadMs` ahead of the server's. */
function createHome({ aheadMs = 0, type = 'roller_shutter' as const, isDoor = false } = {}) {
  const clock = createManualClock()
  const wrong: Clock = { ...clock, now: () => new Date(clock.now().getTime() + aheadMs) }
  const device = createVirtualDevice({
    id: 'device-0001',
    type: isDoor ? 'home_door' : type,
    clock: wrong,
  })
  const published: DevicePublication[] = []
  let sent = 0
  let subscriptions = 0
  let setBackMs = 0
  const send = (command: Record<string, unknown>, lifeMs: number, delayMs = LATENCY_MS) => {
    sent += 1
    const sentAt = clock.now().getTime() - setBackMs
    const message = {
      id: `c${sent}`,
      sentAt: new Date(sentAt).toISOString(),
      expiresAt: new Date(sentAt + lifeMs).toISOString(),
      ...command,
    }
    clock.after(delayMs, () => device.receive(JSON.stringify(message)))
    clock.advance(delayMs)
  }
  const subscribe = (delayMs = LATENCY_MS) => {
    subscriptions += 1
    device.subscribing()
    send({ command: 'settings', settings: {} }, 4_500, delayMs)
  }
  return {
    clock,
    device,
    send,
    subscribe,
    setServerBack(ms: number) {
      setBackMs = ms
    },
    countSubscriptions: () => subscriptions,
    connect(delayMs = LATENCY_MS) {
      device.attach(
        (publication) => published.push(publication),
        () => subscribe(),
      )
      subscribe(delayMs)
    },
    results: () => published.filter((each) => each.topic === 'result').map((each) => each.body),
    statuses: () => published.filter((each) => each.topic === 'status').map((each) => each.body),
    states: () => published.filter((each) => each.topic === 'state').map((each) => each.body),
  }
}

describe.each([
  ['right', 0],
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
])('a device whose clock is %s', (_name, aheadMs) => {
  it('[DP31] carries out a command in time', () => {
    const home = createHome({ aheadMs })
    home.connect()
    home.send({ command: 'move', position: 40 }, 4_500)
    home.clock.advance(20_000)
    expect(home.results().at(-1)).toEqual({ id: 'c2', status: 'success' })
    expect(home.device.state()).toMatchObject({ status: 'ready', position: 0.4 })
  })

  it.each([
    ['a move', { command: 'move', position: 40 }, 4_500],
    ['settings', { command: 'settings', settings: { motorInverted: true } }, 4_500],
    ['a restart', { command: 'restart' }, 4_500],
    ['a forget', { command: 'forget' }, 4_500],
  ])('[DP31] drops %s that comes too late, and does nothing', (_what, command, lifeMs) => {
    const home = createHome({ aheadMs })
    home.connect()
    const before = home.device.state()
    home.send(command, lifeMs, lifeMs + LATENCY_MS + 1)
    home.clock.advance(2_000)
    const reported = home.results()
    expect(reported).not.toContainEqual(expect.objectContaining({ id: 'c2' }))
    expect({ ...home.device.state(), totalStateUpdates: 0 }).toEqual({ ...before, totalStateUpdates: 0 })
  })

  it('[DP31] drops a stop that comes too late', () => {
    const home = createHome({ aheadMs })
    home.connect()
    home.send({ command: 'move', position: 100 }, 4_500)
    home.clock.advance(2_000)
    home.send({ command: 'abort' }, 4_500, 4_600)
    home.clock.advance(30_000)
    expect(home.device.state()).toMatchObject({ status: 'ready', position: 1 })
  })

  it('[DP31] unlocks within four seconds and not after', () => {
    const home = createHome({ aheadMs, isDoor: true })
    home.connect()
    home.send({ command: 'unlock', lockType: 'motor' }, 4_000, 4_000 + LATENCY_MS + 1)
    home.clock.advance(3_000)
    expect(home.device.state()).toMatchObject({ motorLockState: 'locked' })
    home.send({ command: 'unlock', lockType: 'motor' }, 4_000, 3_900)
    home.clock.advance(3_000)
    expect(home.device.state()).toMatchObject({ motorLockState: 'unlocked' })
  })

  it('[DP30] is not opened by what was held up together with its first time', () => {
    const home = createHome({ aheadMs, isDoor: true })
    home.device.attach(() => {})
    home.device.subscribing()
    const at = (ms: number) => new Date(home.clock.now().getTime() + ms).toISOString()
    const held = [
      { id: 't', command: 'settings', settings: {}, sentAt: at(0), expiresAt: at(4_500) },
      { id: 'u', command: 'unlock', lockType: 'motor', sentAt: at(1_000), expiresAt: at(5_000) },
    ]
    home.clock.advance(8_000)
    for (const message of held) home.device.receive(JSON.stringify(message))
    home.clock.advance(3_000)
    expect(home.device.state()).toMatchObject({ motorLockState: 'locked' })
  })
})

describe('the first settings after a subscription', () => {
  it('[DP30] are answered, and change nothing', () => {
    const home = createHome()
    home.connect()
    expect(home.results()).toEqual([{ id: 'c1', status: 'success' }])
    const [before, after] = home.states()
    expect(after).toEqual({ ...before, totalStateUpdates: 2 })
  })

  it('[DP30] do not say that the device has a home, as other settings do', () => {
    const home = createHome()
    home.device.factoryReset()
    home.connect()
    expect(home.statuses().at(-1)).toMatchObject({ factoryReset: true })
    home.send({ command: 'settings', settings: {} }, 4_500)
    expect(home.statuses().at(-1)).not.toHaveProperty('factoryReset')
  })

  it('[DP30] are asked for again when a command was too late, and the next one is in time', () => {
    const home = createHome()
    home.connect()
    home.setServerBack(HOUR_MS)
    home.send({ command: 'move', position: 50 }, 4_500)
    expect(home.device.state().status).toBe('ready')
    expect(home.countSubscriptions()).toBe(2)
    home.send({ command: 'move', position: 50 }, 4_500)
    expect(home.device.state().status).toBe('closing')
  })
})
