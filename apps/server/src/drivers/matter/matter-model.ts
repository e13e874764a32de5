import { ENTITY_ACTIONS } from '@senca/contract/discovery'
import {
  answerSchema,
  type MatterCommand,
  type MatterInvoke,
  type MatterPart,
  type MatterThing,
  nodeReportSchema,
  thingSchema,
} from '@senca/matter/messages'
import * as z from 'zod/mini'
import type { EntityAction } from '../entities/entity.ts'
import {
  type EntityAnnouncement,
  type EntityCommand,
  type EntityModel,
  type EntityModelOptions,
  refusal,
} from '../entities/entity-model.ts'
import { cleanText } from '../entities/entity-names.ts'
import { type NativeDevice, NativeEntity } from '../entities/native-entity.ts'
import { createNativeRegister } from '../entities/native-register.ts'
import { chargeOfPower, describePart, FULL_LEVEL, stateOfPart, WHOLE } from './matter-parts.ts'

/** A lock that has not arrived by then is stuck. */
const LOCK_MS = 30_000

/** What is kept of a thing, so that it is known before its node was reached. */
const keptSchema = z.object({ node: z.string(), thing: thingSchema })

/** The messages of the Matter process that are about entities. */
const messageSchema = z.discriminatedUnion('type', [
  nodeReportSchema,
  answerSchema,
  z.object({ type: z.literal('gone'), node: z.string() }),
  /** Another instance has had a command handed over. */
  z.object({
    type: z.literal('invoked'),
    id: z.string(),
    action: z.enum(ENTITY_ACTIONS),
    value: z.optional(z.number()),
  }),
])

interface Thing extends NativeDevice {
  node: string
  thing: MatterThing
  entities: readonly NativeEntity[]
}

const addressOf = (node: string, { endpoint }: MatterThing): string => `${node}/${endpoint}`

/** The nodes of one fabric [HW32]. Its messages are those of the Matter process, as JSON. */
export function createMatterModel(options: EntityModelOptions): EntityModel {
  const { clock, report } = options
  const register = createNativeRegister<Thing>(options)
  const addressesOf = new Map<string, Set<string>>()
  const entityOfCall = new Map<number, string>()
  const running = new Map<string, { action: 'lock' | 'unlock'; end(): void }>()
  let lastCall = 0

  const partOf = ({ thing }: Thing, { address }: NativeEntity): MatterPart | undefined =>
    thing.parts.find(({ endpoint }) => Number(address.split(' ')[1]) === endpoint)
  const stateOf = (part: MatterPart, { id, kind }: Pick<NativeEntity, 'id' | 'kind'>) =>
    stateOfPart(part, kind, running.get(id)?.action ?? null)

  function createThing(node: string, thing: MatterThing): Thing {
    const { endpoint, vendor, product, sw, isCertified, parts } = thing
    const name = cleanText(thing.name) || cleanText(product) || 'Matter'
    const names = { name, manufacturer: cleanText(vendor) || null, model: cleanText(product) || null }
    const entities = parts.flatMap((part) =>
      describePart(part).map(({ kind, deviceClass, can, limitations }) => {
        const state = stateOfPart(part, kind, null)
        return new NativeEntity({
          source: 'matter',
          address: `${node} ${part.endpoint}`,
          name:
            parts.filter((other) => other.kind === part.kind).length > 1 ? `${name} ${part.endpoint}` : name,
          deviceClass,
          state,
          can,
          limitations: isCertified
            ? limitations
            : [...limitations, { code: 'uncertified', detail: 'its maker has not had it certified' }],
        })
      }),
    )
    return {
      node,
      thing,
      entities,
      topics: [],
      identities: [`matter:${node} ${endpoint}`],
      info: { ...names, sw: sw === null ? null : cleanText(sw), area: null },
      origin: null,
      isAvailable: false,
    }
  }

  /** Whether it has the same entities that can do the same. */
  const isSame = (before: Thing, after: Thing): boolean => {
    const shapeOf = ({ entities, info }: Thing) =>
      JSON.stringify([info, entities.map(({ id, name, can, limitations }) => [id, name, can, limitations])])
    return shapeOf(before) === shapeOf(after)
  }

  function put(node: string, thing: MatterThing, isAvailable: boolean): void {
    const address = addressOf(node, thing)
    const before = register.device(address)
    const after = createThing(node, thing)
    const known = before !== null && isSame(before, after) ? before : after
    const wasAvailable = before?.isAvailable === true
    if (known === after && !register.put(address, after, address)) return
    addressesOf.set(node, (addressesOf.get(node) ?? new Set()).add(address))
    const partsBefore = before?.thing.parts ?? []
    const powerBefore = before?.thing.power
    known.thing = thing
    register.setAvailable(known, isAvailable)
    if (thing.power !== undefined && JSON.stringify(thing.power) !== JSON.stringify(powerBefore))
      for (const { id } of known.entities) report({ event: 'charged', id })
    if (!isAvailable) return
    for (const entity of known.entities) {
      const part = partOf(known, entity)
      if (part === undefined) continue
      const partBefore = partsBefore.find(({ endpoint }) => endpoint === part.endpoint)
      if (wasAvailable && JSON.stringify(part) === JSON.stringify(partBefore)) continue
      if (part.kind === 'lock' && part.state !== 0) arrived(entity.id)
      register.take(entity, stateOf(part, entity), false)
      if (part.kind === 'cover' && part.isObstructed && !isObstructed(partBefore))
        report({ event: 'failed', id: entity.id, error: 'device_update_failed', detail: 'obstructed' })
    }
  }

  const isObstructed = (part: MatterPart | undefined): boolean => part?.kind === 'cover' && part.isObstructed

  /** The end of a command to a lock. */
  function arrived(id: string): void {
    running.get(id)?.end()
    running.delete(id)
  }

  function withdraw(node: string, keep: ReadonlySet<string> = new Set()): void {
    for (const address of addressesOf.get(node) ?? []) {
      if (keep.has(address)) continue
      register.withdraw(address)
      addressesOf.get(node)?.delete(address)
    }
  }

  function receive({ payload }: { payload: Buffer }): void {
    const message = messageSchema.safeParse(JSON.parse(payload.toString()))
    if (!message.success) return
    switch (message.data.type) {
      case 'node': {
        const { node, things, isOnline } = message.data
        withdraw(node, new Set(things.map((thing) => addressOf(node, thing))))
        for (const thing of things) put(node, thing, isOnline && thing.isReachable)
        return
      }
      case 'gone':
        withdraw(message.data.node)
        return
      case 'invoked': {
        const { id, action, value } = message.data
        if (register.find(id) === null) return
        sent(id, action)
        report({ event: 'commanded', id, action, value })
        return
      }
      case 'answer': {
        const { call, error, detail } = message.data
        const id = entityOfCall.get(call)
        entityOfCall.delete(call)
        if (id === undefined) return
        if (error !== null) arrived(id)
        report({
          event: 'acknowledged',
          id,
          command: call,
          error,
          ...(detail === undefined ? {} : { detail }),
        })
      }
    }
  }

  function commandsFor(id: string, action: EntityAction, value?: unknown, seconds?: number): EntityCommand {
    const found = register.find(id)
    const part = found === null ? undefined : partOf(found.device, found.entity)
    if (found === null || part === undefined) return refusal('device_offline', 'there is no such entity')
    const { entity, device } = found
    if (!entity.can.includes(action))
      return refusal('device_unsupported_action', 'the entity has no such command')
    if (!device.isAvailable) return refusal('device_offline', 'the device is not available')
    const command = commandOf(part, action, value, seconds)
    if ('error' in command) return command
    lastCall += 1
    entityOfCall.set(lastCall, id)
    if (entityOfCall.size > MAX_CALLS) entityOfCall.delete([...entityOfCall.keys()][0] ?? 0)
    // A code stays with those who send it.
    const about = { id, action, ...(typeof value === 'number' ? { value } : {}) }
    const invoke: MatterInvoke = { node: device.node, endpoint: part.endpoint, command, about }
    const payload = JSON.stringify({ call: lastCall, ...invoke })
    return { messages: [{ topic: device.node, payload, qos: 1 }], command: lastCall }
  }

  function sent(id: string, action: EntityAction): void {
    if (action !== 'lock' && action !== 'unlock') return
    arrived(id)
    const end = clock.after(LOCK_MS, () => {
      running.delete(id)
      const found = register.find(id)
      const part = found === null ? undefined : partOf(found.device, found.entity)
      if (found !== null && part !== undefined)
        register.take(found.entity, stateOf(part, found.entity), false)
    })
    running.set(id, { action, end })
  }

  function restore({ payload }: EntityAnnouncement): void {
    const kept = keptSchema.safeParse(JSON.parse(payload.toString()))
    if (!kept.success) return
    // Its battery may have been charged since.
    const { power: _, ...thing } = kept.data.thing
    put(kept.data.node, thing, false)
  }

  return {
    filters: [],
    receive,
    restore,
    subscribed: register.subscribed,
    list: register.list,
    size: register.size,
    find: register.describe,
    keep: register.keep,
    chargeOf(id) {
      const power = register.find(id)?.device.thing.power
      return power === undefined ? null : chargeOfPower(power)
    },
    commandsFor,
    commandTopicOf: (id) => {
      const found = register.find(id)
      return found === null || found.entity.kind === 'contact' ? null : found.device.node
    },
    sent,
    maintenanceFor: () => refusal('device_unsupported_action', 'Matter has no such command'),
    announcementOf(id) {
      const device = register.find(id)?.device
      if (device === undefined) return null
      const { node, thing } = device
      return { topic: addressOf(node, thing), payload: Buffer.from(JSON.stringify({ node, thing })) }
    },
    /** It comes back with the next report of its node, which stays in the fabric. */
    forget(id) {
      const device = register.find(id)?.device
      if (device !== undefined) register.withdraw(addressOf(device.node, device.thing))
      return []
    },
    stop() {
      for (const id of [...running.keys()]) arrived(id)
    },
  }
}

const MAX_CALLS = 1_000

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1

/** The command of the Matter process for an action, with its value on the scale of Matter. */
function commandOf(
  part: MatterPart,
  action: EntityAction,
  value: unknown,
  seconds: number | undefined,
): MatterCommand | { error: 'bad_command_value' | 'device_unsupported_action'; detail: string } {
  switch (action) {
    case 'open':
    case 'close':
    case 'stop':
    case 'off':
      return { do: action }
    case 'on':
      return isShare(value) && value > 0 ? levelOf(value) : { do: 'on' }
    case 'setPosition':
      return isShare(value) ? { do: 'lift', value: Math.round(value * WHOLE) } : BAD_VALUE
    case 'setTilt':
      return isShare(value) ? { do: 'tilt', value: Math.round(value * WHOLE) } : BAD_VALUE
    case 'openTilt':
      return { do: 'tilt', value: 0 }
    case 'closeTilt':
      return { do: 'tilt', value: WHOLE }
    case 'setBrightness':
      return isShare(value) ? levelOf(value) : BAD_VALUE
    case 'lock':
    case 'unlock':
    case 'unlatch': {
      if (value !== undefined && !isCode(value)) return BAD_VALUE
      if (part.kind === 'lock' && part.needsPin && value === undefined)
        return { error: 'device_unsupported_action', detail: 'the lock takes commands with a code alone' }
      const pin = value === undefined ? {} : { pin: value }
      return action === 'unlock' && seconds !== undefined
        ? { do: action, ...pin, seconds }
        : { do: action, ...pin }
    }
  }
}

const BAD_VALUE = { error: 'bad_command_value', detail: 'the value is out of its range' } as const

/** Never 0, which would switch the light off. */
const levelOf = (share: number): MatterCommand => ({
  do: 'level',
  value: Math.max(1, Math.round(share * FULL_LEVEL)),
})

const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x20-\x7e]{1,32}$/.test(value)
