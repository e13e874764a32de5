import {
  type createNotices,
  type DirectionSetting,
  SAFETY_SETTINGS_MAIL,
  WEATHER_AUTOMATIC_MAIL,
} from '#features/confirmations/index.ts'
import type { Device } from '#features/devices/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { addresseeOf } from './mail-addressee.ts'

type Notices = ReturnType<typeof createNotices>

/** Notifies owners when somebody else decided whether the weather may move their devices, in the transaction of that decision. */
export const createAutomaticMails =
  (notices: Pick<Notices, 'weatherAutomatic'>) =>
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

export type MailAutomatic = ReturnType<typeof createAutomaticMails>

/** Notifies the owner when somebody else changed settings on which safety depends, in the transaction of that change. */
export const createSettingsMails =
  (notices: Pick<Notices, 'safetySettings'>) =>
  async (
    queries: Queries,
    { ownerId, name }: Pick<Device, 'ownerId' | 'name'>,
    { email, settings }: { email: string; settings: readonly DirectionSetting[] },
  ): Promise<void> => {
    const addressee = ownerId === null ? null : await addresseeOf(queries, ownerId, SAFETY_SETTINGS_MAIL)
    if (addressee === null) return
    await notices.safetySettings(queries, addressee.address, { who: email, device: name, settings })
  }
