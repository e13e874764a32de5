import { isBusy } from '@senca/contract'
import type { Clock } from '#platform/clock.ts'
import {
  type AnnouncedDevice,
  type AnnouncedScene,
  type AnnouncingBridge,
  statusTopicOf,
  topicsOf,
} from './announced-device.ts'
import type { Channel } from './channel.ts'
import { bridgeConfigs, deviceConfigs, type EntityConfig } from './configs.ts'
import { deviceStates } from './states.ts'

/** In motion a device is published at most four times a second [BR35]. */
const MOVING_EVERY_MS = 250
/** States are published again after refusals at most this often, so that a client that answers each of them with a command ends. */
const RESTATED_EVERY_MS = 1_000
/** A birth is answered within this time, and at most once a minute [BR36]. */
const AGAIN_WITHIN_MS = 4_000
const AGAIN_EVERY_MS = 60_000

type Retained = Map<string, string>

type Topics = (readonly [topic: string, payload: string])[]

interface Announced {
  device: AnnouncedDevice
  /** Its config messages, and what they were made of. */
  configs: Topics
  madeOf: string
  retained: Retained
  publishedMs: number
  restatedMs: number
  isRestateDue: boolean
  wasMoving: boolean
  cancelTimer(): void
  cancelRestate(): void
}

interface AnnouncerOptions {
  channel: Channel
  clock: Pick<Clock, 'now' | 'after'>
  /** Called when there is no room for more retained messages. */
  full(): void
}

/** Everything that a bridge is to announce now. */
export interface Announcement {
  bridge: AnnouncingBridge
  isPaused: boolean
  devices: ReadonlyMap<string, AnnouncedDevice>
  scenes: readonly AnnouncedScene[]
}

const payloadOf = ({ payload }: EntityConfig): string => JSON.stringify(payload)

/** What the entities of a device depend on: all but its values. */
const shapeOf = (bridge: AnnouncingBridge, device: AnnouncedDevice): string => {
  const { state, connected: _state, safety: _too, fault: _also, ...shape } = device
  const parts = Object.entries(state).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? value : null,
  ])
  return JSON.stringify([bridge, shape, parts])
}

/** Publishes what a bridge announces, and each change of it, to one broker. */
export function createAnnouncer({ channel, clock, full }: AnnouncerOptions) {
  const announcedById = new Map<string, Announced>()
  const ofBridge: Retained = new Map()
  let current: Announcement | null = null
  let cancelAgain = () => {}
  let againMs = Number.NEGATIVE_INFINITY
  let isAgainDue = false

  const replace = (retained: Retained, wanted: readonly (readonly [topic: string, payload: string])[]) => {
    const topics = new Set(wanted.flatMap(([topic, payload]) => (payload === '' ? [] : topic)))
    // What is gone is removed first, so that a part that is something else now does not have two entities.
    for (const topic of [...retained.keys()])
      if (!topics.has(topic)) {
        channel.retain(topic, '')
        retained.delete(topic)
      }
    for (const [topic, payload] of wanted) {
      if (payload === '' || retained.get(topic) === payload) continue
      if (channel.retain(topic, payload)) retained.set(topic, payload)
      else full()
    }
  }
  const forget = (id: string) => {
    const announced = announcedById.get(id)
    announced?.cancelTimer()
    announced?.cancelRestate()
    if (announced !== undefined) replace(announced.retained, [])
    announcedById.delete(id)
  }
  /** Configs come before states, and states in their own order [BR35]. */
  const publish = (announced: Announced) => {
    if (current === null || current.isPaused) return
    announced.cancelTimer()
    announced.publishedMs = clock.now().getTime()
    const { bridge } = current
    const { device } = announced
    const madeOf = shapeOf(bridge, device)
    if (announced.madeOf !== madeOf) {
      announced.configs = deviceConfigs(bridge, device).map((config) => [config.topic, payloadOf(config)])
      announced.madeOf = madeOf
    }
    const place = `${topicsOf(bridge.id).prefix}${device.key}/`
    const states = deviceStates(device, bridge.language).map(
      ([topic, payload]) => [`${place}${topic}`, payload] as const,
    )
    replace(announced.retained, [...announced.configs, ...states])
  }
  const publishBridge = () => {
    if (current === null) return
    const { bridge, isPaused, scenes } = current
    replace(ofBridge, [
      ...bridgeConfigs(bridge, scenes).map((config) => [config.topic, payloadOf(config)] as const),
      [statusTopicOf(bridge.id), isPaused ? 'offline' : 'online'],
    ])
  }

  /** Takes what is known of a device now; a moving one is published four times a second. */
  const update = (id: string, device: AnnouncedDevice) => {
    const announced = announcedById.get(id) ?? {
      device,
      configs: [],
      madeOf: '',
      retained: new Map(),
      publishedMs: Number.NEGATIVE_INFINITY,
      restatedMs: Number.NEGATIVE_INFINITY,
      isRestateDue: false,
      wasMoving: false,
      cancelTimer: () => {},
      cancelRestate: () => {},
    }
    announcedById.set(id, announced)
    const isMoving = isBusy(device.state.status)
    const isOnTheWay = isMoving && announced.wasMoving
    announced.device = device
    announced.wasMoving = isMoving
    const waitMs = announced.publishedMs + MOVING_EVERY_MS - clock.now().getTime()
    announced.cancelTimer()
    if (!isOnTheWay || waitMs <= 0) return publish(announced)
    announced.cancelTimer = clock.after(waitMs, () => publish(announced))
  }

  const restateNow = (announced: Announced) => {
    announced.isRestateDue = false
    announced.restatedMs = clock.now().getTime()
    for (const topic of [...announced.retained.keys()])
      if (!topic.endsWith('/config')) announced.retained.delete(topic)
    publish(announced)
  }
  const cancelAll = () => {
    cancelAgain()
    for (const { cancelTimer, cancelRestate } of announcedById.values()) {
      cancelTimer()
      cancelRestate()
    }
  }

  const publishAll = () => {
    if (current === null) return
    if (!current.isPaused) for (const announced of announcedById.values()) publish(announced)
    publishBridge()
    channel.settle()
  }
  const againNow = () => {
    isAgainDue = false
    againMs = clock.now().getTime()
    for (const { retained } of announcedById.values()) retained.clear()
    ofBridge.clear()
    publishAll()
  }

  return {
    current: () => current,
    deviceOf: (id: string): AnnouncedDevice | undefined => announcedById.get(id)?.device,
    byKey: (key: string): [id: string, device: AnnouncedDevice] | null => {
      for (const [id, { device }] of announcedById) if (device.key === key) return [id, device]
      return null
    },
    /** Replaces everything. While the bridge is paused only what left it is published. */
    announce(next: Announcement) {
      current = next
      for (const id of [...announcedById.keys()]) if (!next.devices.has(id)) forget(id)
      for (const [id, device] of next.devices) update(id, device)
      publishBridge()
      channel.settle()
    },
    update,
    /** Publishes the states of a device again, after a command of it was refused [BR37]: at once, and then once a second. */
    restate(id: string) {
      const announced = announcedById.get(id)
      if (announced === undefined || current === null || announced.isRestateDue) return
      const waitMs = announced.restatedMs + RESTATED_EVERY_MS - clock.now().getTime()
      if (waitMs <= 0) return restateNow(announced)
      announced.isRestateDue = true
      announced.cancelRestate = clock.after(waitMs, () => restateNow(announced))
    },
    publishEvent(key: string, topic: string, event: object) {
      if (current !== null)
        channel.publish(`${topicsOf(current.bridge.id).prefix}${key}/${topic}`, JSON.stringify(event))
    },
    /** After a birth message, everything is published again. */
    again() {
      if (isAgainDue) return
      isAgainDue = true
      const waitMs = Math.max(0, againMs + AGAIN_EVERY_MS - clock.now().getTime())
      cancelAgain = clock.after(waitMs + Math.random() * AGAIN_WITHIN_MS, againNow)
    },
    /** After the broker has lost what it had. */
    reset: againNow,
    /** Removes everything that was announced. */
    end() {
      cancelAll()
      announcedById.clear()
      current = null
      channel.close()
    },
    /** Nothing is published any more. */
    stop() {
      cancelAll()
      current = null
    },
  }
}

export type Announcer = ReturnType<typeof createAnnouncer>
