import type { Phone } from '@senca/contract/push'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserClock } from '#core/clock.ts'
import { clockTime } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './choices.module.css'
import { notificationsQuery, reloadNotifications } from './notifications.ts'
import { phonesApi } from './phones.ts'

const SHOWN_WITHIN_MS = 15_000
/** The states in which a test is on its way, in their order. */
const STEPS = ['waiting', 'accepted', 'shown', 'opened'] as const
const ENDED = ['failed', 'expired', 'gone'] as const

/** Sends a test and shows its progress live [PK41]. `children` are beside its key. */
export function PhoneTest({ phone, children }: { phone: Phone; children: ReactNode }) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<string | null>(null)
  const [isLate, setLate] = useState(false)
  const call = useServerCall({
    send: () => phonesApi.test(phone.id),
    async onDone({ id }) {
      setSent(id)
      setLate(false)
      await reloadNotifications()
    },
  })
  useEffect(() => {
    if (sent !== null) return browserClock.after(SHOWN_WITHIN_MS, () => setLate(true))
  }, [sent])
  const { data = [] } = useQuery(notificationsQuery)
  const entry = data.find(({ id }) => id === sent)
  const [reached] = entry?.phones ?? []
  const step = STEPS.find((known) => known === reached?.state)
  const ended = ENDED.find((known) => known === reached?.state)
  const isShown = step === 'shown' || step === 'opened'
  return (
    <div>
      <div className={styles.keys}>
        <Button loading={call.isSending} onClick={() => call.send()}>
          {t('phones.test')}
        </Button>
        {children}
      </div>
      <div role="status" className={styles.note}>
        {entry !== undefined && entry.phones.length === 0 && <p>{t('phones.testLimit')}</p>}
        {step !== undefined && reached !== undefined && (
          <p>{t(`phones.step.${step}`, { time: clockTime(new Date(reached.at)) })}</p>
        )}
        {ended !== undefined && <p>{t(`phones.step.${ended}`)}</p>}
        {isLate && reached !== undefined && !isShown && <p>{t(hintKey())}</p>}
      </div>
    </div>
  )
}

/** What keeps notifications away on this system. */
function hintKey() {
  const { userAgent } = navigator
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return 'phones.hint.apple'
  return userAgent.includes('Android') ? 'phones.hint.android' : 'phones.hint.desktop'
}
