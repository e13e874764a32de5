import { randomUUID } from 'node:crypto'
import { type DeviceCommand, LIGHT_TYPES, LIMITS, LOCK_TYPES } from '@senca/contract'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import type { EventBus } from '#platform/events/event-bus.ts'

const TOPIC = 'commands'
/** So long after its end what a device says may still be about a command: one report may cross the other. */
const TAIL_MS = 500
/** Of a command of which nobody knows whether the device took it, a report may still come for so long. */
const LATE_MS = LIMITS.COMMAND_STATE_MS
/** What was never said to be over, because the instance that sent it is gone, is over by then. */
const FORGOTTEN_MS = LIMITS.COMMAND_REST_MAX_MS + 30_000

/** The part of a device that a command is about. */
export const PARTS = ['shade', ...LOCK_TYPES, ...LIGHT_TYPES, 'foil'] as const
export type Part = (typeof PARTS)[number]

const sayingSchema = z.discriminatedUnion('phase', [
  z.object({
    phase: z.literal('sent'),
    id: z.string(),
    deviceId: z.string(),
    part: z.enum(PARTS),
    isStop: z.boolean(),
  }),
  z.object({ phase: z.literal('taken'), id: z.string(), deviceId: z.string() }),
  z.object({ phase: z.literal('over'), id: z.string(), deviceId: z.string(), mayBegin: z.boolean() }),
])
type Saying = z.infer<typeof sayingSchema>
const noticeSchema = z.object({ origin: z.string(), saying: sayingSchema })

/** A command that some instance has sent. */
export interface Asked {
  id: string
  part: Part
  isStop: boolean
  /** Counts up in the order in which commands became known here. */
  turn: number
}

interface AskedOfDevice {
  byId: Map<string, Asked & { forget: () => void }>
  /** How many of them are about each part: asked for with each report, while hundreds may be on their way. */
  countByPart: Map<Part, number>
}

interface UnderWayOptions {
  bus: EventBus
  clock: Clock
}

export function partOf(command: DeviceCommand | { command: 'abort' }): Part {
  switch (command.command) {
    case 'move':
    case 'move_to_ventilation':
    case 'abort':
      return 'shade'
    case 'unlock':
    case 'lock':
      return command.lockType
    case 'light_apply':
      return command.lightType
    case 'magic_foil_apply':
      return 'foil'
  }
}

/** What all instances of the server have sent to devices and is not over: what a device does meanwhile was asked for. */
export function createUnderWay({ bus, clock }: UnderWayOptions) {
  const origin = randomUUID()
  const askedByDevice = new Map<string, AskedOfDevice>()
  const takenListeners = new Map<string, Set<(asked: Asked) => void>>()
  let turn = 0
  let unsubscribe: (() => void) | undefined

  const remove = (deviceId: string, id: string) => {
    const ofDevice = askedByDevice.get(deviceId)
    const asked = ofDevice?.byId.get(id)
    if (ofDevice === undefined || asked === undefined) return
    asked.forget()
    ofDevice.byId.delete(id)
    const left = (ofDevice.countByPart.get(asked.part) ?? 1) - 1
    if (left > 0) ofDevice.countByPart.set(asked.part, left)
    else ofDevice.countByPart.delete(asked.part)
    if (ofDevice.byId.size === 0) askedByDevice.delete(deviceId)
  }

  const forgetAfter = (deviceId: string, id: string, ms: number) =>
    clock.after(ms, () => remove(deviceId, id))

  const apply = (saying: Saying) => {
    const { deviceId, id } = saying
    if (saying.phase === 'sent') {
      const ofDevice = askedByDevice.get(deviceId) ?? { byId: new Map(), countByPart: new Map() }
      const { part, isStop } = saying
      turn += 1
      ofDevice.countByPart.set(part, (ofDevice.countByPart.get(part) ?? 0) + 1)
      ofDevice.byId.set(id, { id, part, isStop, turn, forget: forgetAfter(deviceId, id, FORGOTTEN_MS) })
      askedByDevice.set(deviceId, ofDevice)
      return
    }
    const asked = askedByDevice.get(deviceId)?.byId.get(id)
    if (asked === undefined) return
    if (saying.phase === 'taken') {
      for (const listener of [...(takenListeners.get(deviceId) ?? [])]) listener(asked)
      return
    }
    asked.forget()
    asked.forget = forgetAfter(deviceId, id, saying.mayBegin ? LATE_MS : TAIL_MS)
  }

  const tell = (saying: Saying) => {
    apply(saying)
    bus.publish(TOPIC, { origin, saying })
  }

  /** What this instance has said itself comes back to it, and needs no reading. */
  const isOwn = (payload: unknown) =>
    typeof payload === 'object' && payload !== null && 'origin' in payload && payload.origin === origin

  const hear = (payload: unknown) => {
    if (isOwn(payload)) return
    const notice = noticeSchema.safeParse(payload)
    if (notice.success) apply(notice.data.saying)
  }

  return {
    start() {
      unsubscribe = bus.subscribe(TOPIC, hear)
    },
    stop() {
      unsubscribe?.()
      for (const [deviceId, ofDevice] of [...askedByDevice]) {
        for (const id of [...ofDevice.byId.keys()]) remove(deviceId, id)
      }
    },
    /** A command leaves; answers how to say what becomes of it. */
    sent(deviceId: string, command: DeviceCommand | { command: 'abort' }) {
      const id = randomUUID()
      tell({ phase: 'sent', id, deviceId, part: partOf(command), isStop: command.command === 'abort' })
      return {
        id,
        turn,
        taken: () => tell({ phase: 'taken', id, deviceId }),
        /** `mayBegin`: what the device was asked for may still come. */
        over: (mayBegin: boolean) => tell({ phase: 'over', id, deviceId, mayBegin }),
      }
    },
    count(): number {
      let count = 0
      for (const ofDevice of askedByDevice.values()) count += ofDevice.byId.size
      return count
    },
    /** The parts of a device that have been asked for something. */
    partsOf(deviceId: string): Part[] {
      return [...(askedByDevice.get(deviceId)?.countByPart.keys() ?? [])]
    },
    /** Hears what a device takes, by whichever instance it was sent, until the returned function is called. */
    onTaken(deviceId: string, listener: (asked: Asked) => void): () => void {
      const own = (asked: Asked) => listener(asked)
      const listeners = takenListeners.get(deviceId) ?? new Set()
      takenListeners.set(deviceId, listeners.add(own))
      return () => {
        listeners.delete(own)
        if (listeners.size === 0 && takenListeners.get(deviceId) === listeners)
          takenListeners.delete(deviceId)
      }
    },
  }
}

export type UnderWay = ReturnType<typeof createUnderWay>
