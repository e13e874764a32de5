import type { DeviceInfo } from '@senca/contract'
import type { ActivityEntry } from '@senca/contract/activity'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { shortMoment } from '#i18n/moments.ts'
import { activityApi } from './activity.ts'
import { whoWords } from './entry-words.ts'

/** Whether somebody or something unlocked the door by it. */
const isUnlocking = ({ action, result }: ActivityEntry): boolean =>
  action === 'unlocked' || (action === 'unlock' && result?.status === 'success')

/**
 * Who or what unlocked a door last, by its newest entries; nothing where they do not say, or the reader may not see them.
 * `me` is the e-mail of the reader. The texts are those of the part `activity`.
 */
export function LastCame({ device, me }: { device: DeviceInfo; me: string }) {
  const { t } = useTranslation()
  const { magnetLockState, motorLockState } = device.state
  const { data: last } = useQuery({
    // What a lock reports is written down before it is heard here.
    queryKey: ['activity', device.id, 'last came', magnetLockState, motorLockState],
    queryFn: async ({ signal }) =>
      (await activityApi.list(device.id, null, signal)).entries.find(isUnlocking) ?? null,
    placeholderData: (before) => before,
    retry: false,
  })
  if (!last) return null
  const when = shortMoment(new Date(last.at), new Date(), formatTag(currentLanguage()))
  const who = whoWords(last, { me, type: device.devicetype }, t)
  return <span>{t('activity.lastCame', { when, who })}</span>
}
