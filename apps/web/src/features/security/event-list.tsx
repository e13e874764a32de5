import type { SecurityEvent } from '@senca/contract/account'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { browserName } from './describe.ts'
import { isAlarming, loginNameOf, meansOf } from './event-words.ts'
import styles from './security.module.css'
import { eventsQuery } from './security.queries.ts'

/** The security events of the account, newest first. */
export function EventList() {
  const { t } = useTranslation()
  const query = useInfiniteQuery(eventsQuery)
  const words = useLoadedWords()
  return (
    <Loaded query={query} words={words}>
      {({ pages }) => {
        const events = pages.flatMap((page) => page.events)
        return (
          <>
            {events.length === 0 && <p className={styles.note}>{t('events.none')}</p>}
            <ul className={styles.rows}>
              {events.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </ul>
            {query.hasNextPage && (
              <Button wide loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {t('events.older')}
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation()
  const loginName = loginNameOf(event)
  const means = loginName === null ? meansOf(event.detail) : null
  const where = event.browser === null && event.system === null ? null : browserName(event, t)
  return (
    <li className={styles.row} data-bad={isAlarming(event.kind)}>
      <Icon name={isAlarming(event.kind) ? 'alert' : 'history'} />
      <div className={styles.words}>
        <p className={styles.name}>{t(`events.kind.${event.kind}`)}</p>
        <Facts
          facts={[
            fullMoment(new Date(event.at), formatTag(currentLanguage())),
            loginName,
            means === null ? null : t(`events.means.${means}`),
            where,
            event.address,
          ]}
        />
      </div>
    </li>
  )
}
