import { type createNotices, WEATHER_AUTOMATIC_MAIL } from '#features/confirmations/index.ts'
import type { Device } from '#features/devices/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { addresseeOf } from './mail-addressee.ts'

type Notices = Pick<ReturnType<typeof createNotices>, 'weatherAutomatic'>

/** Notifies owners when somebody else decided whether the weather may move their devices, in the transaction of that decision. */
export const createAutomaticMails =
  (notices: Notices) =>
  async (
    queries: Queries,
    devices: readonly Pick<Device, 'ownerId' | 'name'>[],
    { by, until }: { by: { accountId: string; email: string }; until: Date | null },
  ): Promise<void> => {
    const owners = new Set(devices.flatMap(({ ownerId }) => ownerId ?? []))
    owners.delete(by.accountId)
    for (const ownerId of owners) {
      const addressee = await addresseeOf(queries, ownerId, WEATHER_AUTOMATIC_MAIL)
      if (addressee === null) continue
      const { address, timezone } = addressee
      const names = devices.filter((device) => device.ownerId === ownerId).map(({ name }) => name)
      await notices.weatherAutomatic(queries, address, { who: by.email, devices: names, until, timezone })
    }
  }

export type TellOfAutomatic = ReturnType<typeof createAutomaticMails>
