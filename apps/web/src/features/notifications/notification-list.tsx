import type { DeviceInfo } from '@senca/contract'
import type { NotificationEntry } from '@senca/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { headingOf } from '#i18n/day-heading.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { dayOf } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { EMPTY_WALL, WallCanvas } from '#light/wall/wall-canvas.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { DaySection } from '#ui/layout/day-section.tsx'
import { NotificationRow } from './notification-row.tsx'
import { notificationsApi, notificationsQuery } from './notifications.ts'
import { useSeen } from './use-seen.ts'

const PAGE_LENGTH = 50

interface ListProps {
  /** The id of a notification. */
  chosen: string | null
  /** Its button that was pressed on a phone and could not be carried out there [PK29]. */
  pressed: string | null
  devices: readonly DeviceInfo[]
}

/** The notifications by day, the newest first; `chosen` is opened and scrolled to. */
export function NotificationList(props: ListProps) {
  const { t } = useTranslation()
  const query = useQuery(notificationsQuery)
  const words = useLoadedWords()
  return (
    <Loaded query={query} words={words}>
      {(newest) =>
        newest.length === 0 ? (
          <EmptyState
            title={t('notifications.none')}
            text={t('notifications.noneText')}
            art={<WallCanvas wall={EMPTY_WALL} />}
            action={
              <ButtonLink variant="primary" to="/notifications/choices">
                {t('notifications.choices')}
              </ButtonLink>
            }
          />
        ) : (
          <Pages newest={newest} {...props} />
        )
      }
    </Loaded>
  )
}

function Pages(props: ListProps & { newest: readonly NotificationEntry[] }) {
  const { newest, chosen, pressed, devices } = props
  const { t } = useTranslation()
  const [older, setOlder] = useState<readonly NotificationEntry[]>([])
  const [isAll, setAll] = useState(newest.length < PAGE_LENGTH)
  const known = new Set(newest.map(({ id }) => id))
  const entries = [...newest, ...older.filter(({ id }) => !known.has(id))]
  const last = entries.at(-1)
  const more = useServerCall({
    send: () => notificationsApi.older(last?.id ?? ''),
    onDone(page) {
      setOlder([...older, ...page])
      setAll(page.length < PAGE_LENGTH)
    },
  })
  const watch = useSeen()
  const now = pageNow()
  const tag = formatTag(currentLanguage())
  return (
    <>
      {byDay(entries).map(([day, ofDay]) => (
        <DaySection key={day} heading={headingOf(new Date(ofDay[0].at), now, tag)}>
          {ofDay.map((entry) => (
            <NotificationRow
              key={entry.id}
              entry={entry}
              device={devices.find(({ id }) => id === entry.deviceId)}
              isChosen={entry.id === chosen}
              pressed={entry.id === chosen ? pressed : null}
              watch={watch}
            />
          ))}
        </DaySection>
      ))}
      {!isAll && (
        <Button wide loading={more.isSending} onClick={() => more.send()}>
          {t('notifications.older')}
        </Button>
      )}
    </>
  )
}

type Entries = [NotificationEntry, ...NotificationEntry[]]

/** In the time zone of the reader, in the given order. */
function byDay(entries: readonly NotificationEntry[]): [day: number, entries: Entries][] {
  const days: [number, Entries][] = []
  for (const entry of entries) {
    const day = dayOf(new Date(entry.at))
    const last = days.at(-1)
    if (last?.[0] === day) last[1].push(entry)
    else days.push([day, [entry]])
  }
  return days
}
