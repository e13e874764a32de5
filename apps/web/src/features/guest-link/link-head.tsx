import type { GuestLink } from '@senca/contract'
import type { TFunction } from 'i18next'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { dateMoment, weekdayMoment } from '#i18n/moments.ts'
import { WallBand } from '#light/wall/wall-band.tsx'
import { Facts } from '#ui/layout/facts.tsx'
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
  const uses = usesOf(link)
  const number = new Intl.NumberFormat(tag)
  return (
    <section>
      <div className={styles.wall}>
        <WallBand>
          <div className={styles.band}>
            <h1 className={styles.name}>{titleOf(link, t)}</h1>
            <Facts
              facts={[
                link.home != null && link.name !== null ? t('guest.forWhom', { name: link.name }) : null,
                t(`guest.${usesKind(link)}`),
                uses !== null && link.multiUse
                  ? t('guest.usesLeft', { left: number.format(uses.left), all: number.format(uses.all) })
                  : null,
              ]}
            />
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
          <Term name={t('guest.from')} at={link.startsAt} />
          <Left link={link} />
          <Term name={t('guest.until')} at={link.expiresAt} />
        </div>
      </div>
    </section>
  )
}

/** The start or the end of the link. */
function Term({ name, at }: { name: string; at: string }) {
  const tag = useTag()
  const now = new Date(useNow(everyMinute))
  return (
    <dl>
      <dt>
        <VisuallyHidden>{name}</VisuallyHidden>
      </dt>
      <dd>
        <time dateTime={at}>{dateMoment(new Date(at), now, tag)}</time>
      </dd>
    </dl>
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
  return (
    <p className={styles.left} role="timer">
      {t('guest.left', { time: leftInWords(end - now, tag) })}
    </p>
  )
}
