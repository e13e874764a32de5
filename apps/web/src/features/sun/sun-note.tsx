import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useHomeZone } from '#core/home-place.ts'
import { showMessage } from '#core/messages.ts'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { positionText } from '#features/device-model/views/shade-view.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import { setSun, sunOf } from './sun.ts'
import styles from './sun-note.module.css'
import { timeLeft } from './time-left.ts'

/** Says what a shade that follows the sun does now, or until when it is paused, with a button to resume. */
export function SunNote({ device }: { device: DeviceInfo }) {
  const { t } = useTranslation()
  const now = useMinute()
  const tag = pageTag()
  const timezone = useHomeZone()
  const resume = useServerCall({
    send: () => setSun({ token: device.id, pausedUntil: null }),
    onDone: () => showMessage('success', t('sun.resumed')),
  })
  const sun = sunOf(device)
  if (sun === null || sun.mode === 'off') return null
  const { pausedUntil, wants, hasFailed } = sun
  const mayMaintain = device.permissions.includes('maintain')
  const until = pausedUntil === null ? null : new Date(pausedUntil)
  const isPaused = until !== null && until > now
  const following = () => {
    if (hasFailed === true) return t('sun.failed')
    return wants === null ? t('sun.waiting') : t('sun.following', { place: positionText(device, wants, t) })
  }
  const words = isPaused
    ? t('sun.paused', { when: weekdayMoment(until, tag, timezone), left: timeLeft(now, until, tag) })
    : following()
  return (
    <div className={styles.note} role="status">
      <SunSign />
      <span className={styles.words}>
        {mayMaintain ? (
          <Link to={devicePath(device, 'sun')} state={deviceLinkState(device)}>
            {words}
          </Link>
        ) : (
          words
        )}
      </span>
      {isPaused && mayMaintain && (
        <Button variant="quiet" loading={resume.isSending} onClick={() => resume.send()}>
          {t('sun.resume')}
        </Button>
      )}
    </div>
  )
}

function SunSign() {
  return (
    <svg className={styles.sign} viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <circle cx="12" cy="12" r="4" />
      {[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
        <path key={angle} d="M12 3.2v2.2" transform={`rotate(${angle} 12 12)`} />
      ))}
    </svg>
  )
}
