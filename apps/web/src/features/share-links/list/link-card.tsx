import type { DeviceLink } from '@senca/contract'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import cardStyles from '#features/sharing-model/access-card.module.css'
import { windowsWords, zoneWords } from '#features/sharing-model/hours-words.ts'
import { useOwnTimeZone } from '#features/sharing-model/local-time.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { spanOfTime, weekdayMoment } from '#i18n/moments.ts'
import { AppLink } from '#ui/layout/app-link.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import { shareLeft, usesWords } from '../link-words.ts'
import styles from '../links.module.css'
import { nextOpening } from './link-hours.ts'

/** The dark share (0..1) of the narrow window beside a link; its shade goes down as the time passes. */
function darkShare(link: DeviceLink, isOpen: boolean, now: number): number {
  return isOpen ? 1 - shareLeft(link, now) : 1
}

/** The card of a link: its name, its devices, its times and how often it was used. `children` contains its actions. */
export function LinkCard(props: { link: DeviceLink; name: string; devices: string; children: ReactNode }) {
  const { link } = props
  const { t } = useTranslation()
  const tag = formatTag(currentLanguage())
  const zone = useOwnTimeZone()
  const now = useMinute()
  const opening = nextOpening(link, now)
  const state = link.state === 'active' && opening !== null ? 'closed' : link.state
  const slit: CSSProperties & Record<`--${string}`, string> = {
    '--dark': `${Math.round(darkShare(link, state === 'active', now.getTime()) * 100)}%`,
  }
  const facts = [
    usesWords(link, t),
    link.lastUsedAt === null
      ? null
      : t('links.lastUsed', { when: weekdayMoment(new Date(link.lastUsedAt), tag, zone) }),
    link.hasPin ? t('links.hasPin') : null,
  ].filter((fact) => fact !== null)
  const isElsewhere = link.windows.length > 0 && link.timeZone !== zone
  return (
    <li className={`${cardStyles.card} ${cardStyles.timed}`} data-state={state} style={slit}>
      <div className={cardStyles.head}>
        <h3 className={cardStyles.name}>
          <AppLink
            to="/links/edit"
            state={{ token: link.token }}
            aria-label={t('links.edit', { name: props.name })}
          >
            <bdi>{props.name}</bdi>
          </AppLink>
        </h3>
        <p className={cardStyles.state}>{t(`links.state.${state}`)}</p>
      </div>
      {link.name !== null && <p className={cardStyles.devices}>{props.devices}</p>}
      <p className={cardStyles.line}>
        {spanOfTime(new Date(link.startsAt), new Date(link.expiresAt), tag, zone)}
      </p>
      {windowsWords(link.windows, tag, t).map((words) => (
        <p key={words} className={cardStyles.line}>
          {words}
        </p>
      ))}
      {isElsewhere && (
        <p className={cardStyles.line}>{t('links.zone', { zone: zoneWords(link.timeZone) })}</p>
      )}
      {opening !== null && (
        <p className={styles.opening}>
          {opening === 'never'
            ? t('links.opensNoMore')
            : t('links.opens', { when: weekdayMoment(opening, tag, zone) })}
        </p>
      )}
      <div className={cardStyles.foot}>
        <p className={styles.facts}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <div className={cardStyles.keys}>{props.children}</div>
      </div>
    </li>
  )
}
