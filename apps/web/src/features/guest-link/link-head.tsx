import type { GuestLink } from '@senca/contract'
import type { TFunction } from 'i18next'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { fullMoment, weekdayMoment } from '#i18n/moments.ts'
import { WallBand } from '#light/wall/wall-band.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './link-head.module.css'
import { shareGone, usesKind, usesOf } from './link-view.ts'
import { leftInWords, nextChangeMs, sharedInWords } from './time-words.ts'
import { useNow, useTag } from './use-guest.tsx'

/** Whose home is open to the guest, by the name that its owner gave it, else what the link is called. */
export const titleOf = ({ home, name }: GuestLink, t: TFunction): string =>
  home == null ? (name ?? t('guest.title')) : t('guest.openTo', { home: home.name })

/** The link itself: whose home it opens, for whom, what it shares, its start and end, the remaining time and the remaining uses. */
export function LinkHead({ link, names }: { link: GuestLink; names: readonly string[] }) {
  const { t } = useTranslation()
  const tag = useTag()
  return (
    <section>
      <div className={styles.wall}>
        <WallBand>
          <div className={styles.band}>
            <h1 className={styles.name}>{titleOf(link, t)}</h1>
            {link.home != null && link.name !== null && <p>{t('guest.forWhom', { name: link.name })}</p>}
          </div>
        </WallBand>
      </div>
      <div className={styles.terms}>
        <p className={styles.grants}>
          {t('guest.lends', {
            what: sharedInWords(names, tag, t),
            when: weekdayMoment(new Date(link.expiresAt), tag),
          })}
        </p>
        <Span link={link} />
        <div className={styles.when}>
          <dl className={styles.ends}>
            <div>
              <dt>
                <VisuallyHidden>{t('guest.from')}</VisuallyHidden>
              </dt>
              <dd>
                <time dateTime={link.startsAt}>{fullMoment(new Date(link.startsAt), tag)}</time>
              </dd>
            </div>
            <div>
              <dt>
                <VisuallyHidden>{t('guest.until')}</VisuallyHidden>
              </dt>
              <dd>
                <time dateTime={link.expiresAt}>{fullMoment(new Date(link.expiresAt), tag)}</time>
              </dd>
            </div>
          </dl>
          <Left link={link} />
        </div>
      </div>
    </section>
  )
}

/** The time of the link as the path of the sun. */
function Span({ link }: { link: GuestLink }) {
  const now = useNow(everyMinute)
  const gone: CSSProperties & Record<`--${string}`, string> = {
    '--gone': `${(shareGone(link, now) * 100).toFixed(2)}%`,
  }
  return (
    <div className={styles.span} style={gone} aria-hidden="true">
      <i className={styles.gone} />
      <i className={styles.sun} />
    </div>
  )
}

const everyMinute = (): number => 60_000

function Left({ link }: { link: GuestLink }) {
  const { t } = useTranslation()
  const tag = useTag()
  const end = Date.parse(link.expiresAt)
  const now = useNow((time) => nextChangeMs(end - time))
  const uses = usesOf(link)
  const number = new Intl.NumberFormat(tag)
  return (
    <p className={styles.left}>
      <span className={styles.kind}>
        <Icon name="link" size={16} />
        <span>{t(`guest.${usesKind(link)}`)}</span>
      </span>
      <span role="timer">{t('guest.left', { time: leftInWords(end - now, tag) })}</span>
      {uses !== null && link.multiUse && (
        <span>{t('guest.usesLeft', { left: number.format(uses.left), all: number.format(uses.all) })}</span>
      )}
    </p>
  )
}
