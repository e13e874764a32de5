import { type DeviceInfo, isBusy } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { pageNow } from '#core/clock.ts'
import { homePlaceStore } from '#core/home-place.ts'
import { useAccount } from '#features/account-model/accounts.ts'
import { activityApi } from '#features/activity/activity.ts'
import { whatWords, whoWords } from '#features/activity/entry-words.ts'
import { useUnits } from '#features/room-model/rooms.ts'
import { actionsText } from '#features/scenarios/scenario-words.ts'
import { outlookQuery } from '#features/scenarios/scenarios.ts'
import { formatTag, pageTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { clockTime, shortMoment } from '#i18n/moments.ts'
import styles from './device-day.module.css'

const MOST_COMING = 2
const MOST_PAST = 4

/**
 * What scenarios will do with a device of one's own in the next 24 hours, and what was done last, where the panel has room for it.
 * The texts are in the parts `scenarios` and `activity`.
 */
export function DeviceDay({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  return (
    <div className={styles.day}>
      <Lines title={t('scenarios.outlook')} lines={useComing(device)} />
      <Lines title={t('activity.title')} lines={usePast(device)} />
    </div>
  )
}

interface Line {
  key: string
  time: string
  words: string
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul>
        {lines.map(({ key, time, words }) => (
          <li key={key} className={styles.line}>
            <span className={styles.time}>{time}</span>
            <span className={styles.words}>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useComing({ id, devicetype }: DeviceInfo): Line[] {
  const { t } = useTranslation()
  const { data: outlook = [] } = useQuery(outlookQuery)
  const timezone = useStore(homePlaceStore, (home) => home.timezone)
  return outlook
    .filter(({ deviceIds, isSkipped = false }) => deviceIds.includes(id) && !isSkipped)
    .slice(0, MOST_COMING)
    .map(({ scenarioId, name, at, actions }) => ({
      key: `${scenarioId} ${at}`,
      time: clockTime(new Date(at), timezone),
      words: `${name} · ${actionsText(actions, devicetype, t)}`,
    }))
}

function usePast(device: DeviceInfo): Line[] {
  const { t } = useTranslation()
  const me = useAccount((account) => account.email) ?? ''
  const units = useUnits()
  const { id, devicetype: type, state } = device
  const { data: entries = [] } = useQuery({
    // The server stores an entry before it sends the report, so the list is loaded again when the device is at rest.
    queryKey: ['activity', id, 'newest', isBusy(state.status) ? null : state.reportedAt],
    queryFn: async ({ signal }) => (await activityApi.list(id, null, signal)).entries,
    placeholderData: (before) => before,
    retry: false,
  })
  const tag = formatTag(currentLanguage())
  return entries.slice(0, MOST_PAST).map((entry) => ({
    key: entry.id,
    time: shortMoment(new Date(entry.at), pageNow(), tag),
    words: `${whatWords(entry, type, t, { units, tag: pageTag() })} · ${whoWords(entry, { me, type }, t)}`,
  }))
}
