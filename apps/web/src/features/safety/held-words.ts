import type { DeviceInfo } from '@senca/contract'
import { isFragile, type Safety, safetySchema } from '@senca/contract/automation'
import { clockTime } from '#i18n/moments.ts'
import { becauseText, type How, releaseText } from '#i18n/weather-words.ts'

/** The reason why a device is held; null if it is not held. */
export const safetyOf = ({ safety }: Pick<DeviceInfo, 'safety'>): Safety | null =>
  safetySchema.safeParse(safety).data ?? null

/** The reason as text: "Held in until about 15:40: gusts of 52 km/h". The time is that of the home. */
export function heldText(
  { devicetype }: Pick<DeviceInfo, 'devicetype'>,
  safety: Safety,
  how: How & { timezone: string | undefined },
): string {
  const reason = becauseText(safety.reason, safety.isSensorSilent, how)
  const isIn = isFragile(devicetype) && devicetype !== 'pergola'
  if (safety.until === null) {
    const held = how.t(isIn ? 'weather.heldIn' : 'weather.held', { reason })
    const release = releaseText(safety, how)
    return release === null ? held : how.t('weather.heldAndRelease', { held, release })
  }
  const time = clockTime(new Date(safety.until), how.timezone)
  return how.t(isIn ? 'weather.heldInUntil' : 'weather.heldUntil', { reason, time })
}
