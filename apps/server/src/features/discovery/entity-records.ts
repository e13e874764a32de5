import type { EntityAnnouncement } from '#drivers/hardware.ts'
import type { Clock } from '#platform/clock.ts'
import type { DiscoveryStore, EntityRow } from './discovery.store.ts'

const WRITE_AFTER_MS = 1_000
const RETRY_AFTER_MS = 5_000

/** What the server itself knows of an entity. */
export interface EntityRecord {
  firstSeenAt: Date
  ignored: boolean
  /** It was ever a part of a door that takes a PIN or a passkey to unlock. */
  wasGuarded: boolean
}

interface EntityRecordsOptions {
  accountId: string
  rows: readonly Omit<EntityRow, 'announcement'>[]
  store: Pick<DiscoveryStore, 'save'>
  clock: Pick<Clock, 'now' | 'after'>
  announcementOf(id: string): EntityAnnouncement | null
  /** Whether an entity is a part of a device, so that what announced it is kept. */
  isInDevice(id: string): boolean
  failed(error: unknown): void
}

/** The records of the entities in one space, written a second after they changed. */
export function createEntityRecords(options: EntityRecordsOptions) {
  const { accountId, rows, store, clock, announcementOf, isInDevice, failed } = options
  const newRecord = (): EntityRecord => ({ firstSeenAt: clock.now(), ignored: false, wasGuarded: false })
  const recordById = new Map<string, EntityRecord>(rows.map(({ id, ...record }) => [id, record]))
  let changedIds = new Set<string>()
  let writing: Promise<void> = Promise.resolve()
  let endTimer: (() => void) | null = null

  /** Entities that are about to become parts of a device. */
  const coming = new Set<string>()

  const isKept = (id: string) => recordById.get(id)?.ignored === true || isInDevice(id) || coming.has(id)

  const write = async (): Promise<void> => {
    const ids = [...changedIds]
    changedIds = new Set()
    if (ids.length === 0) return
    const put = ids.flatMap((id): EntityRow[] => {
      const record = recordById.get(id)
      return record === undefined
        ? []
        : [{ id, ...record, announcement: isKept(id) ? announcementOf(id) : null }]
    })
    try {
      await store.save(accountId, { put, removed: ids.filter((id) => !recordById.has(id)) })
    } catch (error) {
      for (const id of ids) changedIds.add(id)
      writeAfter(RETRY_AFTER_MS)
      throw error
    }
  }
  /** Resolves when all changes are committed. */
  const flush = (): Promise<void> => {
    endTimer?.()
    endTimer = null
    writing = writing.catch(() => {}).then(write)
    return writing
  }
  const writeAfter = (ms: number) => {
    endTimer ??= clock.after(ms, () => {
      flush().catch(failed)
    })
  }
  const changed = (id: string) => {
    changedIds.add(id)
    writeAfter(WRITE_AFTER_MS)
  }

  return {
    has: (id: string) => recordById.has(id),
    isIgnored: (id: string) => recordById.get(id)?.ignored === true,
    of: (id: string): EntityRecord => recordById.get(id) ?? newRecord(),
    appeared(id: string) {
      const record = recordById.get(id)
      if (record === undefined) recordById.set(id, newRecord())
      if (record === undefined || isKept(id)) changed(id)
    },
    /** An entity that was ignored or guarded stays known as such. */
    gone(id: string) {
      const { ignored, wasGuarded } = recordById.get(id) ?? newRecord()
      if (!ignored && !wasGuarded) recordById.delete(id)
      changed(id)
    },
    /** What announces it has changed. */
    announced(id: string) {
      if (isKept(id)) changed(id)
    },
    /** It has become a part of a device, or is none any more. */
    bound(id: string) {
      if (recordById.has(id)) changed(id)
    },
    /**
     * Resolves when what announced these entities is stored, so that a device that is made of them works after a crash. Returns the
     * function to be called when they are in the device, or are not going to be.
     */
    async keepFor(ids: readonly string[]): Promise<() => void> {
      for (const id of ids) {
        coming.add(id)
        changedIds.add(id)
      }
      const release = () => {
        for (const id of ids) {
          coming.delete(id)
          if (!isKept(id)) changed(id)
        }
      }
      await flush().catch((error: unknown) => {
        release()
        throw error
      })
      return release
    },
    guarded(id: string) {
      const record = recordById.get(id) ?? newRecord()
      if (record.wasGuarded) return
      recordById.set(id, { ...record, wasGuarded: true })
      changed(id)
    },
    setIgnored(id: string, ignored: boolean) {
      const record = recordById.get(id)
      if (record === undefined || record.ignored === ignored) return
      recordById.set(id, { ...record, ignored })
      changedIds.add(id)
    },
    remove(id: string) {
      if (recordById.get(id)?.wasGuarded === true) return
      recordById.delete(id)
      changedIds.add(id)
    },
    flush,
    /** Writes what is left. */
    async stop(): Promise<void> {
      await flush().catch(failed)
      endTimer?.()
    },
  }
}

export type EntityRecords = ReturnType<typeof createEntityRecords>
