import { randomUUID } from 'node:crypto'
import {
  type DirectionSetting,
  writeSafetySettingsMail,
  writeWeatherAutomaticMail,
} from '#features/confirmations/index.ts'
import type { Device } from '#features/devices/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queries } from '#platform/postgres/database.ts'

interface AutomaticNoticesOptions {
  notify: Pick<Notify, 'publish'>
  clock: Pick<Clock, 'now'>
}

/** Notifies owners when somebody else decided whether the weather may move their devices, in the transaction of that decision. */
export const createAutomaticNotices =
  ({ notify, clock }: AutomaticNoticesOptions) =>
  async (
    queries: Queries,
    devices: readonly Pick<Device, 'id' | 'ownerId' | 'name'>[],
    { by, until }: { by: { accountId: string; email: string }; until: Date | null },
  ): Promise<void> => {
    const owners = new Set(devices.flatMap(({ ownerId }) => ownerId ?? []))
    owners.delete(by.accountId)
    const at = clock.now()
    for (const ownerId of owners) {
      const own = devices.filter((device) => device.ownerId === ownerId)
      const names = own.map(({ name }) => name)
      const [only, ...others] = own
      await notify.publish(queries, {
        kind: 'weather_automatic',
        key: `weather_automatic:${randomUUID()}`,
        ownerId,
        deviceId: others.length === 0 ? (only?.id ?? null) : null,
        at,
        data: {
          words: until === null ? 'weather_on' : 'weather_off',
          by: by.email,
          devices: names,
          ...(until === null ? {} : { until: until.toISOString() }),
        },
        mail: ({ timezone, ...address }) =>
          writeWeatherAutomaticMail(address, { who: by.email, devices: names, until, timezone }),
      })
    }
  }

export type NotifyAutomatic = ReturnType<typeof createAutomaticNotices>

/** Notifies the owner when somebody else changed settings on which safety depends, in the transaction of that change. */
export const createSettingsNotices =
  ({ notify, clock }: AutomaticNoticesOptions) =>
  async (
    queries: Queries,
    { id, ownerId, name }: Pick<Device, 'id' | 'ownerId' | 'name'>,
    { email, settings }: { email: string; settings: readonly DirectionSetting[] },
  ): Promise<void> => {
    if (ownerId === null) return
    const at = clock.now()
    await notify.publish(queries, {
      kind: 'weather_automatic',
      key: `safety_settings:${randomUUID()}`,
      ownerId,
      deviceId: id,
      at,
      data: { words: 'settings_changed', device: name, by: email },
      mail: (address) => writeSafetySettingsMail(address, { who: email, device: name, settings }),
      mailKind: 'safety_settings',
    })
  }
