import type { DeviceType } from '@senca/contract'
import type { ActivityEntry } from '@senca/contract/activity'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { useUnits } from '#features/room-model/rooms.ts'
import { formatTag, pageTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { DaySection } from '#ui/layout/day-section.tsx'
import { activityQuery } from './activity.queries.ts'
import { activityApi } from './activity.ts'
import { byDay } from './activity-days.ts'
import { inLines } from './activity-lines.ts'
import { ActivityRow } from './activity-row.tsx'
import { resultWords, whatWords, whoWords } from './entry-words.ts'
import { useLiveActivity } from './use-live-activity.ts'

export interface ActivityListProps {
  /** The device whose activity is shown, which is then not named in each line; null for the whole home. */
  deviceId: string | null
  /** The type of a device of this home; null if it has left the home. */
  typeOf: (deviceId: string | null) => DeviceType | null
  /** The e-mail address of the signed-in person. */
  me: string
}

/** The activity by day, newest first, updated live. */
export function ActivityList(props: ActivityListProps) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(activityQuery(activityApi, props.deviceId))
  const words = useLoadedWords()
  useLiveActivity(props.deviceId)
  return (
    <Loaded query={query} words={words}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries)
        if (entries.length === 0) {
          return <EmptyState title={t('activity.none')} text={t('activity.noneText')} />
        }
        return (
          <>
            <Days {...props} entries={entries} />
            {query.hasNextPage && (
              <Button wide loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {t('activity.older')}
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function Days({ entries, ...props }: ActivityListProps & { entries: readonly ActivityEntry[] }) {
  const { t } = useTranslation()
  const units = useUnits()
  const now = pageNow()
  const wordsOf = (entry: ActivityEntry): string => {
    const type = props.typeOf(entry.deviceId)
    const result = resultWords(entry, now.getTime(), t)
    const failure = result?.tone === 'bad' ? result.words : []
    return [
      whoWords(entry, { me: props.me, type }, t),
      whatWords(entry, type, t, { units, tag: pageTag() }),
      ...failure,
    ].join('\n')
  }
  return byDay(entries, now, formatTag(currentLanguage())).map(({ heading, entries: ofDay }) => (
    <DaySection key={heading} heading={heading}>
      {inLines(ofDay, wordsOf).map((line) => (
        <ActivityRow
          key={line.at(-1)?.id}
          line={line}
          isNamed={props.deviceId === null}
          typeOf={props.typeOf}
          me={props.me}
          now={now.getTime()}
        />
      ))}
    </DaySection>
  ))
}
