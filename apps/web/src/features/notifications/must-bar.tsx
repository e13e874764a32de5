import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { AppLink } from '#ui/layout/app-link.tsx'
import styles from './must-bar.module.css'
import { notificationsApi, notificationsQuery, reloadNotifications } from './notifications.ts'

/** What must not be missed stays on every page until somebody has seen it. */
export function MustBar() {
  const { t } = useTranslation()
  const { data = [] } = useQuery(notificationsQuery)
  const { pathname } = useLocation()
  const musts = data.filter(({ level, seenAt }) => level === 'must' && seenAt === null)
  const seen = useServerCall({
    send: () => notificationsApi.seen(musts.map(({ id }) => id)),
    onDone: reloadNotifications,
  })
  const [newest, ...others] = musts
  // The list marks what is in view as seen by itself.
  if (newest === undefined || pathname === '/notifications') return null
  return (
    <div className={styles.must}>
      <Banner
        icon="alert"
        action={
          <Button variant="quiet" loading={seen.isSending} onClick={() => seen.send()}>
            {t('notifications.seen')}
          </Button>
        }
      >
        <AppLink className={styles.link} to={`/notifications?id=${newest.id}`}>
          <strong>{newest.title}</strong>
          <span>{newest.body}</span>
          {others.length > 0 && <span>{`+${others.length}`}</span>}
        </AppLink>
      </Banner>
    </div>
  )
}
