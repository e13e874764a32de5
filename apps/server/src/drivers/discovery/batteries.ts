import type { Charge } from '@senca/contract'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import type { JsonObject } from '../entities/json-object.ts'
import { percentIn } from '../entities/scales.ts'
import type { TopicOwner, TopicTable } from '../entities/topic-table.ts'
import type { AnnouncedChange } from './announcement.ts'
import { type ConfigComponent, isBattery } from './config-topic.ts'
import { readDevice } from './device-identity.ts'
import type { Place } from './discovered-entity.ts'
import { readOptions } from './kind.ts'
import { optionalWord, template, topic } from './options.ts'
import { encodingOf, type Payload } from './payload.ts'
import { Refused } from './refused.ts'
import { createTemplateReader, type TemplateCache } from './templates.ts'

const MAX_BATTERIES = 2_000
/** Changes of charges are reported together, because each of them is looked for at all entities. */
const REPORT_AFTER_MS = 1_000

const Sensor = z.object({
  encoding: z.optional(z.nullable(z.string())),
  payload_on: optionalWord,
  payload_off: optionalWord,
  state_topic: topic,
  unit_of_measurement: z.optional(z.nullable(z.string())),
  value_template: template,
})

/** A battery of the hardware with these identities. */
export class Battery implements TopicOwner {
  readonly topics: readonly string[]
  readonly identities: readonly string[]
  charge: Charge = {}
  readonly #read: (payload: Payload) => Charge

  constructor(topicOfState: string, identities: readonly string[], read: (payload: Payload) => Charge) {
    this.topics = [topicOfState]
    this.identities = identities
    this.#read = read
  }

  /** Returns whether the charge changed. What cannot be read changes nothing. */
  receive(payload: Payload): boolean {
    const before = this.charge
    this.charge = { ...before, ...this.#read(payload) }
    return before.battery !== this.charge.battery || before.batteryLow !== this.charge.batteryLow
  }
}

/** The charge of hardware with several batteries, or with one that is announced in two forms; null if none was reported. */
function weakestOf(charges: readonly Charge[]): Charge | null {
  const numbers = charges.flatMap(({ battery }) => battery ?? [])
  const flags = charges.flatMap(({ batteryLow }) => batteryLow ?? [])
  if (numbers.length + flags.length === 0) return null
  return {
    ...(numbers.length === 0 ? {} : { battery: Math.min(...numbers) }),
    ...(flags.length === 0 ? {} : { batteryLow: flags.includes(true) }),
  }
}

interface BatteriesOptions {
  clock: Pick<Clock, 'now' | 'after'>
  compile: TemplateCache
  topics: Pick<TopicTable<Battery>, 'add' | 'remove' | 'replace'>
  /** The charge of the hardware with one of these identities has changed. */
  changed(identities: ReadonlySet<string>): void
}

/** The batteries that are announced beside the entities of their hardware. They are no entities themselves. */
export function createBatteries({ clock, compile, topics, changed }: BatteriesOptions) {
  const byTopic = new Map<string, Map<string, Battery>>()
  const byIdentity = new Map<string, Set<Battery>>()
  let size = 0
  let waiting = new Set<string>()
  let cancel = () => {}

  const reportSoon = ({ identities }: Battery) => {
    if (waiting.size === 0)
      cancel = clock.after(REPORT_AFTER_MS, () => {
        const due = waiting
        waiting = new Set()
        changed(due)
      })
    for (const identity of identities) waiting.add(identity)
  }

  function read(component: ConfigComponent, options: JsonObject): Battery | null {
    const { encoding, payload_on, payload_off, state_topic, unit_of_measurement, value_template } =
      readOptions(Sensor, options)
    const identities = readDevice(options)?.identities ?? []
    const isOfOther = component === 'sensor' && unit_of_measurement != null && unit_of_measurement !== '%'
    if (identities.length === 0 || isOfOther) return null
    const reader = createTemplateReader({
      compile,
      clock,
      encoding: encodingOf(encoding ?? 'utf-8'),
      stopped: () => undefined,
    })
    const value = reader.value('value_template', value_template)
    if (value === null) return null
    const words = new Map([
      [payload_on ?? 'ON', true],
      [payload_off ?? 'OFF', false],
    ])
    return new Battery(state_topic, identities, (payload) => {
      const word = value(payload) ?? ''
      if (component === 'sensor') {
        const battery = percentIn(word)
        return battery === null ? {} : { battery }
      }
      const batteryLow = words.get(word)
      return batteryLow === undefined ? {} : { batteryLow }
    })
  }

  function index(battery: Battery): void {
    for (const identity of battery.identities)
      byIdentity.set(identity, (byIdentity.get(identity) ?? new Set()).add(battery))
  }

  function unindex(battery: Battery): void {
    for (const identity of battery.identities) {
      const others = byIdentity.get(identity)
      others?.delete(battery)
      if (others?.size === 0) byIdentity.delete(identity)
    }
  }

  function remove({ topic: config, key }: Pick<Place, 'topic' | 'key'>): void {
    const ofConfig = byTopic.get(config)
    const battery = ofConfig?.get(key)
    if (ofConfig === undefined || battery === undefined) return
    ofConfig.delete(key)
    if (ofConfig.size === 0) byTopic.delete(config)
    size -= 1
    unindex(battery)
    topics.remove(battery)
    reportSoon(battery)
  }

  function announce({ topic: config, key }: Pick<Place, 'topic' | 'key'>, battery: Battery): void {
    const ofConfig = byTopic.get(config) ?? new Map<string, Battery>()
    const before = ofConfig.get(key)
    if (before === undefined && size >= MAX_BATTERIES) return
    byTopic.set(config, ofConfig.set(key, battery))
    index(battery)
    if (before === undefined) {
      size += 1
      topics.add(battery)
      return
    }
    unindex(before)
    if (before.topics[0] === battery.topics[0]) battery.charge = before.charge
    topics.replace(before, battery)
  }

  return {
    /** Takes what is announced at a place. An announcement of anything else ends the battery there. */
    apply(place: Pick<Place, 'topic' | 'key'>, change: AnnouncedChange): void {
      if (change.type === 'migrate') return
      try {
        const isAnnounced = change.type === 'announce' && isBattery(change.component, change.options)
        const battery = isAnnounced ? read(change.component, change.options) : null
        if (battery === null) remove(place)
        else announce(place, battery)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        remove(place)
      }
    },
    keysOf: (config: string): string[] => [...(byTopic.get(config)?.keys() ?? [])],
    receive(battery: Battery, payload: Payload): void {
      if (battery.receive(payload)) reportSoon(battery)
    },
    /** The charge of the hardware with one of these identities; null if none was reported. */
    chargeOf: (identities: readonly string[]): Charge | null =>
      weakestOf(
        identities.flatMap((identity) => [...(byIdentity.get(identity) ?? [])].map(({ charge }) => charge)),
      ),
    stop: () => cancel(),
  }
}
