import type { DeviceChoice, NotificationKind } from '@senca/contract/notifications'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { deviceConditions, notificationChoices, notificationDeviceChoices } from './notifications.schema.ts'

type Row = typeof notificationChoices.$inferSelect
export type Choices = Omit<Row, 'accountId'>

const NONE: Choices = { kinds: {}, homes: {}, quiet: null }

const choiceOf = ({
  minutes,
  must,
  off,
}: {
  minutes: number | null
  must: boolean | null
  off: boolean | null
}) => ({
  ...(minutes === null ? {} : { minutes }),
  ...(must === null ? {} : { must }),
  ...(off === null ? {} : { off }),
})

export function createChoiceStore(db: DrizzleDatabase) {
  return {
    async find(queries: Queries, accountId: string): Promise<Choices> {
      return (await this.findAll(queries, [accountId])).get(accountId) ?? NONE
    },

    /** The choices of those who have made any. */
    async findAll(queries: Queries, accountIds: readonly string[]): Promise<Map<string, Choices>> {
      const rows = await queries
        .select()
        .from(notificationChoices)
        .where(inArray(notificationChoices.accountId, [...accountIds]))
      return new Map(rows.map(({ accountId, ...choices }) => [accountId, choices]))
    },

    /** What people chose for a kind of a device. */
    async ofDevice(
      queries: Queries,
      deviceId: string,
      kind: NotificationKind,
    ): Promise<Map<string, DeviceChoice>> {
      const rows = await queries
        .select()
        .from(notificationDeviceChoices)
        .where(
          and(eq(notificationDeviceChoices.deviceId, deviceId), eq(notificationDeviceChoices.kind, kind)),
        )
      return new Map(rows.map((row) => [row.accountId, choiceOf(row)]))
    },

    async ofDevicesOf(
      accountId: string,
    ): Promise<{ deviceId: string; kind: NotificationKind; choice: DeviceChoice }[]> {
      const rows = await db
        .select()
        .from(notificationDeviceChoices)
        .where(eq(notificationDeviceChoices.accountId, accountId))
      return rows.map((row) => ({ deviceId: row.deviceId, kind: row.kind, choice: choiceOf(row) }))
    },

    /** The choices of one person, in a transaction that may change them. */
    async lock(queries: Queries, accountId: string): Promise<Choices> {
      await queries
        .insert(notificationChoices)
        .values({ accountId, ...NONE })
        .onConflictDoNothing()
      const [row] = await queries
        .select()
        .from(notificationChoices)
        .where(eq(notificationChoices.accountId, accountId))
        .for('update')
      return row ?? NONE
    },

    async put(queries: Queries, accountId: string, { kinds, homes, quiet }: Choices): Promise<void> {
      await queries
        .update(notificationChoices)
        .set({ kinds, homes, quiet })
        .where(eq(notificationChoices.accountId, accountId))
    },

    /** Null for no choice. What lasts at the device is judged again. */
    async putOfDevice(
      queries: Queries,
      accountId: string,
      {
        deviceId,
        kind,
        choice,
        now,
      }: { deviceId: string; kind: NotificationKind; choice: DeviceChoice | null; now: Date },
    ): Promise<void> {
      const { minutes = null, must = null, off = null } = choice ?? {}
      if (choice === null)
        await queries
          .delete(notificationDeviceChoices)
          .where(
            and(
              eq(notificationDeviceChoices.accountId, accountId),
              eq(notificationDeviceChoices.deviceId, deviceId),
              eq(notificationDeviceChoices.kind, kind),
            ),
          )
      else
        await queries
          .insert(notificationDeviceChoices)
          .values({ accountId, deviceId, kind, minutes, must, off })
          .onConflictDoUpdate({
            target: [
              notificationDeviceChoices.accountId,
              notificationDeviceChoices.deviceId,
              notificationDeviceChoices.kind,
            ],
            set: { minutes: sql`excluded.minutes`, must: sql`excluded.must`, off: sql`excluded.off` },
          })
      await queries
        .update(deviceConditions)
        .set({ dueAt: now })
        .where(and(eq(deviceConditions.deviceId, deviceId), eq(deviceConditions.kind, kind)))
    },
  }
}

export type ChoiceStore = ReturnType<typeof createChoiceStore>
