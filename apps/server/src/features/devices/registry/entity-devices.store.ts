import { randomBytes } from 'node:crypto'
import { type DeviceSettings, type DeviceType, nameKeyOf } from '@senca/contract'
import { ENTITY_PARTS, type EntityPart } from '@senca/contract/discovery'
import { and, eq, isNotNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Binding, ENTITY_DRIVER, entityAddress } from '#drivers/hardware.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { deviceShadows, devices, endpoints } from '../devices.schema.ts'
import { type Device, deviceOf, isNameTaken } from './device-row.ts'

const ID_BYTES = 10

export type PlacedEntities = ReadonlyMap<string, EntityPart>

/** `isGuarded`: its door takes a PIN or a passkey to unlock. */
export type StoredBinding = Binding & { isGuarded: boolean }

export interface NewEntityDevice {
  accountId: string
  type: DeviceType
  name: string
  settings: DeviceSettings
  /** Sealed; null for none. */
  sealedCode: string | null
  entities: PlacedEntities
}

const UNIQUE_VIOLATION = '23505'
const takenSchema = z.object({
  code: z.literal(UNIQUE_VIOLATION),
  constraint: z.literal('endpoints_driver_address_pk'),
})
const isTaken = (error: unknown): boolean =>
  takenSchema.safeParse(error instanceof Error ? (error.cause ?? error) : error).success

const PARTS: readonly (EntityPart | null)[] = ENTITY_PARTS
/** The part that decides whether a device is connected comes first [HW35]. */
const byPart = (one: { part: EntityPart | null }, other: { part: EntityPart | null }): number =>
  PARTS.indexOf(one.part) - PARTS.indexOf(other.part)

/** Devices that are made of entities of other makers. Such a device exists only while it is in a home. */
export function createEntityDeviceStore(db: DrizzleDatabase) {
  const rowsOf = (accountId: string, deviceId: string, entities: PlacedEntities, sealedCode: string | null) =>
    [...entities].map(([entityId, part]) => ({
      driver: ENTITY_DRIVER,
      address: entityAddress(accountId, entityId),
      deviceId,
      part,
      sealedCode: part === 'lock' ? sealedCode : null,
    }))

  return {
    /** An entity is in at most one device [HW25]. */
    async add(
      { accountId, type, name, settings, sealedCode, entities }: NewEntityDevice,
      now: Date,
    ): Promise<Device | 'name taken' | 'in use'> {
      const id = randomBytes(ID_BYTES).toString('hex')
      try {
        return await db.transaction(async (transaction) => {
          const [row] = await transaction
            .insert(devices)
            .values({
              id,
              type,
              ownerId: accountId,
              name,
              nameKey: nameKeyOf(name),
              settings,
              isClaimable: false,
              reportedFactoryReset: false,
              mustForget: false,
              createdAt: now,
              claimedAt: now,
            })
            .returning()
          if (row === undefined) throw new Error('no device was inserted')
          await transaction.insert(endpoints).values(rowsOf(accountId, id, entities, sealedCode))
          await transaction.insert(deviceShadows).values({ deviceId: id, fields: {}, settings: {} })
          return deviceOf(row)
        })
      } catch (error) {
        if (isNameTaken(error)) return 'name taken'
        if (isTaken(error)) return 'in use'
        throw error
      }
    },

    /** Replaces the entities of a device; without a new code its lock keeps its old one. Null if the device has left its home. */
    async assign(
      { id, ownerId }: Pick<Device, 'id' | 'ownerId'>,
      { entities, settings, sealedCode }: Pick<NewEntityDevice, 'entities' | 'settings' | 'sealedCode'>,
    ): Promise<Device | null | 'in use'> {
      if (ownerId === null) return null
      try {
        return await db.transaction(async (transaction) => {
          const [row] = await transaction
            .select()
            .from(devices)
            .where(and(eq(devices.id, id), eq(devices.ownerId, ownerId)))
            .for('update')
          if (row === undefined) return null
          const replaced = await transaction
            .delete(endpoints)
            .where(and(eq(endpoints.deviceId, id), eq(endpoints.driver, ENTITY_DRIVER)))
            .returning({ sealedCode: endpoints.sealedCode })
          const kept = replaced.find((endpoint) => endpoint.sealedCode !== null)?.sealedCode ?? null
          await transaction.insert(endpoints).values(rowsOf(ownerId, id, entities, sealedCode ?? kept))
          const [changed] = await transaction
            .update(devices)
            .set({ settings: { ...Object(row.settings), ...deviceOf(row).settings, ...settings } })
            .where(eq(devices.id, id))
            .returning()
          return changed === undefined ? null : deviceOf(changed)
        })
      } catch (error) {
        if (isTaken(error)) return 'in use'
        throw error
      }
    },

    /** Stores the code of the lock of a device. */
    async setCode(queries: Queries, deviceId: string, sealedCode: string | null): Promise<void> {
      await queries
        .update(endpoints)
        .set({ sealedCode })
        .where(and(eq(endpoints.deviceId, deviceId), eq(endpoints.part, 'lock')))
    },

    /** The entities of an account that are in devices. `open` reads a sealed code. */
    async bindingsOf(accountId: string, open: (sealed: string) => string | null): Promise<StoredBinding[]> {
      const rows = await db
        .select({
          device: devices,
          address: endpoints.address,
          part: endpoints.part,
          code: endpoints.sealedCode,
        })
        .from(endpoints)
        .innerJoin(devices, eq(devices.id, endpoints.deviceId))
        .where(
          and(eq(devices.ownerId, accountId), eq(endpoints.driver, ENTITY_DRIVER), isNotNull(endpoints.part)),
        )
      const withMain = new Set<string>()
      return rows.sort(byPart).flatMap(({ device: row, address, part, code }): StoredBinding[] => {
        if (part === null) return []
        const device = deviceOf(row)
        const { settings } = device
        const isMain = !withMain.has(device.id)
        withMain.add(device.id)
        return [
          {
            entityId: address.slice(address.indexOf('/') + 1),
            deviceId: device.id,
            isGuarded: device.unlockBy === 'pin' || device.unlockBy === 'passkey',
            part,
            isMain,
            type: settings.devicetype ?? device.type,
            motorInverted: settings.motorInverted === true,
            inclinationInverted: settings.inclinationInverted === true,
            foilOnIsClear: settings.foilOnIsClear !== false,
            lockCode: code === null ? null : open(code),
            unlockSeconds: settings.unlockDuration ?? null,
            travelMs: settings.travelTime === undefined ? null : settings.travelTime * 1_000,
          },
        ]
      })
    },
  }
}

export type EntityDeviceStore = ReturnType<typeof createEntityDeviceStore>
