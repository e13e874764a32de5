import type { Entity, EntityAnnouncement, EntityEvent, Hardware } from '#drivers/hardware.ts'
import type { HardwareSpace } from './hardware-space.ts'

/** The hardware of one space of an account. */
export interface Side {
  space: HardwareSpace
  hardware: Hardware
}

/** Where an entity is kept in the database; no topic has a wildcard, so it marks those that are not of the own space. */
const MARKS = { own: '', joined: '#', matter: '+' }

export const keptTopicOf = ({ broker }: HardwareSpace, topic: string): string => `${MARKS[broker]}${topic}`

/** The space to which a kept topic belongs. */
export function brokerOf(keptTopic: string): HardwareSpace['broker'] {
  if (keptTopic.startsWith(MARKS.joined)) return 'joined'
  return keptTopic.startsWith(MARKS.matter) ? 'matter' : 'own'
}

/** Those of the kept announcements that belong to a space. */
export const keptIn = (
  { broker }: HardwareSpace,
  announcements: readonly EntityAnnouncement[],
): EntityAnnouncement[] =>
  announcements.flatMap(({ topic, payload }) => {
    const mark = Object.values(MARKS).find((one) => one !== '' && topic.startsWith(one)) ?? ''
    return mark === MARKS[broker] ? [{ topic: topic.slice(mark.length), payload }] : []
  })

/** While a broker is away, nothing at it is available. */
const asReached = ({ isConnected }: HardwareSpace, entity: Entity): Entity =>
  isConnected() ? entity : { ...entity, state: { ...entity.state, available: false } }

/** The hardware of an account in its spaces. An entity that is announced in two of them belongs to the first, until it is withdrawn there. */
export function createAccountHardware(emit: (event: EntityEvent) => void) {
  const sides: Side[] = []
  const sideById = new Map<string, Side>()

  const isAnnounced = (side: Side, id: string) => side.hardware.find(id)?.announced === true
  const otherOf = (side: Side, id: string) => sides.find((other) => other !== side && isAnnounced(other, id))

  const sideOf = (id: string): Side | undefined =>
    sideById.get(id) ?? sides.find(({ hardware }) => hardware.announcementOf(id) !== null)

  return {
    sides: (): readonly Side[] => sides,
    /** The space in which an entity is found. */
    spaceOf: (id: string): HardwareSpace | undefined => sideOf(id)?.space,
    attach: (side: Side) => void sides.push(side),
    /** Returns the ids of the entities that were in it. */
    detach(side: Side): string[] {
      sides.splice(sides.indexOf(side), 1)
      const ids = [...sideById].flatMap(([id, holder]) => (holder === side ? [id] : []))
      for (const id of ids) {
        const other = otherOf(side, id)
        if (other === undefined) sideById.delete(id)
        else sideById.set(id, other)
      }
      return ids
    },
    receive(side: Side, event: EntityEvent): void {
      const { id } = event
      const holder = sideById.get(id) ?? side
      if (holder !== side) {
        if (event.event !== 'appeared' || isAnnounced(holder, id)) return
        sideById.set(id, side)
        emit({ event: 'changed', id })
        return
      }
      if (event.event === 'appeared') sideById.set(id, side)
      const mayBeWithdrawn = event.event === 'gone' || event.event === 'changed'
      const other = mayBeWithdrawn && !isAnnounced(side, id) ? otherOf(side, id) : undefined
      if (other !== undefined) {
        sideById.set(id, other)
        emit({ event: 'changed', id })
        return
      }
      if (event.event === 'gone') sideById.delete(id)
      emit(event)
    },

    list: (): Entity[] =>
      sides.flatMap((side) =>
        side.hardware
          .list()
          .filter(({ id }) => sides.length === 1 || sideById.get(id) === side)
          .map((entity) => asReached(side.space, entity)),
      ),
    find(id: string): Entity | null {
      const side = sideOf(id)
      const entity = side?.hardware.find(id) ?? null
      return side === undefined || entity === null ? null : asReached(side.space, entity)
    },
    chargeOf: (id: string) => sideOf(id)?.hardware.chargeOf(id) ?? null,
    commandsFor: ((id, action, value?, seconds?) =>
      sideOf(id)?.hardware.commandsFor(id, action, value, seconds) ?? GONE) satisfies Hardware['commandsFor'],
    commandTopicOf: (id: string): string | null => sideOf(id)?.hardware.commandTopicOf(id) ?? null,
    sent: ((id, action, value) => sideOf(id)?.hardware.sent(id, action, value)) satisfies Hardware['sent'],
    maintenanceFor: ((id, what) =>
      sideOf(id)?.hardware.maintenanceFor(id, what) ?? GONE) satisfies Hardware['maintenanceFor'],
    keep(id: string, isKept: boolean): void {
      for (const { hardware } of sides) hardware.keep(id, isKept)
    },
    /** What announced an entity, under the topic by which it is kept. */
    announcementOf(id: string): EntityAnnouncement | null {
      const side = sideOf(id)
      const announcement = side?.hardware.announcementOf(id) ?? null
      if (side === undefined || announcement === null) return null
      return { ...announcement, topic: keptTopicOf(side.space, announcement.topic) }
    },
    /** Withdraws an entity, which the same messages do not announce again. */
    forget(id: string): void {
      const side = sideOf(id)
      side?.space.forget(side.hardware.forget(id))
    },
  }
}

export type AccountHardware = ReturnType<typeof createAccountHardware>

const GONE = { error: 'device_offline', detail: 'there is no such entity' } as const
