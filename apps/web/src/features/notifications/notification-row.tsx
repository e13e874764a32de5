import type { DeviceInfo } from '@senca/contract'
import {
  NOTIFICATION_ACTIONS,
  type NotificationAction,
  type NotificationEntry,
} from '@senca/contract/notifications'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ApiFailure } from '#core/api/failures.ts'
import { pageNow } from '#core/clock.ts'
import { showMessage } from '#core/messages.ts'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { codeText } from '#i18n/error-text.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { clockTime } from '#i18n/moments.ts'
import { timeAt } from '#i18n/time-at.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { AppLink } from '#ui/layout/app-link.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { iconOf } from './notification-icon.ts'
import styles from './notification-row.module.css'
import { notificationsApi, reloadNotifications } from './notifications.ts'

const isAction = (action: string): action is NotificationAction =>
  NOTIFICATION_ACTIONS.some((known) => known === action)

/** One notification, with what can be done about it. */
export function NotificationRow(props: {
  entry: NotificationEntry
  /** Undefined if it is about none that the person sees. */
  device: DeviceInfo | undefined
  isChosen: boolean
  /** Its button that was pressed on a phone and could not be carried out there. */
  pressed: string | null
  /** Follows whether it is in view, until the returned function is called. */
  watch: (element: Element, id: string) => () => void
}) {
  const { entry, device, isChosen, pressed, watch } = props
  const { id, endedAt, seenAt, seenBy, owner, timezone } = entry
  const { t } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  const isUnseen = seenAt === null
  useEffect(() => {
    if (row.current !== null && isUnseen) return watch(row.current, id)
  }, [id, isUnseen, watch])
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'center' })
  }, [isChosen])
  return (
    <li
      ref={row}
      className={styles.row}
      data-unseen={isUnseen}
      data-must={entry.level === 'must' && endedAt === null}
      data-chosen={isChosen}
    >
      <span className={styles.icon}>
        <Icon name={iconOf(entry.kind)} size={22} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>
          {isUnseen && <VisuallyHidden>{t('notifications.isNew')}</VisuallyHidden>}
          {device === undefined ? (
            entry.title
          ) : (
            <AppLink
              className={styles.link}
              to={devicePath(device, 'control')}
              state={deviceLinkState(device)}
            >
              {entry.title}
            </AppLink>
          )}
        </p>
        {entry.body !== '' && <p className={styles.body}>{entry.body}</p>}
        {owner !== null && <p className={styles.body}>{t('notifications.atHomeOf', { owner })}</p>}
        {endedAt !== null && (
          <p className={styles.body}>
            {t('notifications.ended', { time: clockTime(new Date(endedAt), timezone) })}
          </p>
        )}
        {seenBy !== undefined && (
          <p className={styles.body}>
            {t('notifications.seenBy', { by: seenBy.by, time: clockTime(new Date(seenBy.at), timezone) })}
          </p>
        )}
        <Actions entry={entry} pressed={pressed} />
      </div>
      <time className={styles.time} dateTime={entry.at}>
        {timeAt(new Date(entry.at), timezone, formatTag(currentLanguage()))}
      </time>
    </li>
  )
}

function Actions({ entry, pressed }: { entry: NotificationEntry; pressed: string | null }) {
  const { t } = useTranslation()
  const [, setSearch] = useSearchParams()
  const waiting = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (pressed !== null) waiting.current?.focus()
  }, [pressed])
  const now = pageNow().getTime()
  const call = useServerCall({
    send: (action: NotificationAction) => notificationsApi.act(entry.id, action),
    onDone(answer, action) {
      const failed = Array.isArray(answer) ? answer.find(({ status }) => status === 'error') : undefined
      if (failed?.status === 'error')
        showMessage('error', codeText(failed.error, failed.error_description, t))
      else showMessage('success', t(`notifications.did.${action}`))
      return reloadNotifications()
    },
    onFailure: (failure) =>
      failure instanceof ApiFailure && failure.error === 'notification_action_expired'
        ? t('notifications.expired')
        : undefined,
  })
  const offered = entry.actions.filter(({ until }) => Date.parse(until) > now)
  const again = offered.find(({ action }) => action === pressed)
  return (
    <>
      {pressed !== null && (
        <p role="status" className={styles.body}>
          {again === undefined
            ? t('notifications.expired')
            : t('notifications.pressAgain', { title: again.title })}
        </p>
      )}
      {offered.length > 0 && (
        <div className={styles.actions}>
          {offered.map(
            ({ action, title }) =>
              isAction(action) && (
                <Button
                  key={action}
                  ref={action === pressed ? waiting : null}
                  isCommand={action !== 'snooze' && action !== 'freeze'}
                  loading={call.isSending}
                  onClick={() => {
                    if (pressed !== null) setSearch({ id: entry.id }, { replace: true })
                    call.send(action)
                  }}
                >
                  {title}
                </Button>
              ),
          )}
        </div>
      )}
    </>
  )
}
