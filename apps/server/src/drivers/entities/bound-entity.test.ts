import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { DeviceReport } from '../driver.ts'
import { BoundEntity } from './bound-entity.ts'
import type { Entity } from './entity.ts'
import type { Binding, EntityHome } from './entity-home.ts'

const BINDING: Binding = {
  entityId: 'blind',
  deviceId: 'device',
  part: 'cover',
  type: 'roller_shutter',
  motorInverted: false,
  inclinationInverted: false,
  foilOnIsClear: true,
  isMain: true,
  lockCode: null,
  unlockSeconds: null,
  travelMs: null,
}
const BLIND: Entity = {
  id: 'blind',
  source: 'home-assistant',
  address: 'blind',
  kind: 'cover',
  name: 'Blind',
  deviceClass: null,
  category: null,
  announced: true,
  device: null,
  origin: null,
  can: ['open', 'close', 'setPosition'],
  confirmation: 'reported',
  state: {
    kind: 'cover',
    available: true,
    assumed: false,
    closed: false,
    moving: 'none',
    position: 0,
    inclination: null,
    reportedAt: new Date(0),
    unread: null,
  },
  limitations: [],
  types: ['roller_shutter'],
  suggestedType: null,
  suggestedInverted: false,
  suggestedName: 'Blind',
}

/** A blind whose commands wait until `goOn` is called. */
function waitingBlind() {
  const clock = createFakeClock(new Date('2026-11-28T12:00:00Z'))
  let found = BLIND
  let topic = 'old/set'
  let isReceived = true
  let isReporter = true
  const published: string[] = []
  const reports: DeviceReport[] = []
  const home: EntityHome = {
    chargeOf: () => null,
    find: () => found,
    commandTopicOf: () => topic,
    commandsFor: (_id, { action }) => ({ messages: [{ topic, payload: action, qos: 1 }], command: null }),
    sent() {},
    maintenanceFor: () => ({ error: 'device_unsupported_action', detail: '' }),
    isConnected: () => true,
    isReporter: () => isReporter,
    hasSubscriber: () => true,
    async publish(_id, message) {
      if (isReceived) published.push(`${message.topic} ${message.payload}`)
      return isReceived
    },
    async rebind() {},
  }
  let goOn = () => {}
  const turn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const bound = new BoundEntity(BINDING, {
    clock,
    home,
    address: 'account/blind',
    report: (report) => reports.push(report),
    turn: () => turn,
  })
  bound.start()
  const abort = new AbortController()
  const closing = bound.execute({ command: 'move', position: 100 }, { signal: abort.signal })
  closing.catch(() => {})
  return {
    bound,
    closing,
    published,
    goOn,
    announce(changed: Partial<Entity>, newTopic = topic) {
      found = { ...found, ...changed }
      topic = newTopic
    },
    loseReceiver() {
      isReceived = false
    },
    leaveReportsToAnother() {
      isReporter = false
    },
    reports: () => reports.length,
    state() {
      const last = reports.findLast((report) => report.kind === 'state')
      return last?.kind === 'state' ? last.state : undefined
    },
    status() {
      const last = reports.findLast((report) => report.kind === 'state')
      return last?.kind === 'state' ? last.state.status : undefined
    },
    pass: (ms: number) => clock.advanceAsync(ms),
  }
}

it('[HW47] a command that waits for its turn shows no movement, and follows what is announced meanwhile', async () => {
  const { closing, published, goOn, announce, status } = waitingBlind()
  expect(status()).toBe('ready')
  announce({}, 'new/set')
  goOn()
  await closing
  expect(published).toEqual(['new/set close'])
  expect(status()).toBe('closing')
})

it('[HW36] a command is not sent if its hardware has left while it waited for its turn', async () => {
  const { closing, published, goOn, announce } = waitingBlind()
  announce({ state: { ...BLIND.state, available: false } })
  goOn()
  await expect(closing).rejects.toMatchObject({ code: 'device_offline' })
  expect(published).toEqual([])
})

it('[HW25] a command is not sent if other hardware is assigned while it waits for its turn', async () => {
  const { bound, closing, published, goOn } = waitingBlind()
  bound.stop()
  goOn()
  await expect(closing).rejects.toMatchObject({ code: 'device_offline' })
  expect(published).toEqual([])
})

it('[HW36] a command that nobody receives leaves the cover as it was', async () => {
  const { closing, goOn, loseReceiver, status, pass } = waitingBlind()
  loseReceiver()
  goOn()
  await expect(closing).rejects.toMatchObject({ code: 'device_offline' })
  await pass(20_000)
  expect(status()).toBe('ready')
})

it('[HW32] a command that another instance has sent shows its movement, and both axes are one', async () => {
  const { bound, state, pass } = waitingBlind()
  const commanded = (action: 'close' | 'setTilt' | 'stop', value?: number) =>
    bound.receive({ event: 'commanded', id: BINDING.entityId, action, value })
  commanded('close')
  expect(state()).toMatchObject({ status: 'closing', target: { position: 1 } })
  commanded('setTilt', 0.4)
  expect(state()).toMatchObject({ target: { position: 1, inclination: 0.4 } })
  await pass(1_000)
  commanded('setTilt', 0.6)
  expect(state()?.target).toEqual({ inclination: 0.6 })
  commanded('stop')
  expect(state()?.target).toBeNull()
})

it('[HW32] an instance that does not control its hardware sends commands, and reports nothing', async () => {
  const { bound, closing, published, goOn, leaveReportsToAnother, reports } = waitingBlind()
  leaveReportsToAnother()
  const before = reports()
  goOn()
  await closing
  bound.stop()
  expect(published).toEqual(['old/set close'])
  expect(reports()).toBe(before)
})
