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

/** Whose home a link opens, for whom, and for how many uses. */
export function LinkHead({ link }: { link: GuestLink }) {
  const { t } = useTranslation()
  const tag = useTag()
  const uses = usesOf(link)
  const number = new Intl.NumberFormat(tag)
  return (
    <section className={styles.wall}>
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
    </section>
  )
}

/** What a link shares and until when, its start and the remaining time. */
export function LinkTerms({ link, names }: { link: GuestLink; names: readonly string[] }) {
  const { t } = useTranslation()
  const tag = useTag()
  const now = new Date(useNow(everyMinute))
  const { startsAt, expiresAt } = link
  return (
    <section className={styles.terms}>
      <p className={styles.grants}>
        {t('guest.lends', {
          what: sharedInWords(names, tag, t),
          when: weekdayMoment(new Date(expiresAt), tag),
        })}
      </p>
      <Span link={link} />
      <div className={styles.when}>
        <dl>
          <dt>
            <VisuallyHidden>{t('guest.from')}</VisuallyHidden>
          </dt>
          <dd>
            <time dateTime={startsAt}>{dateMoment(new Date(startsAt), now, tag)}</time>
          </dd>
        </dl>
        <Left link={link} />
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
  return (
    <p className={styles.left} role="timer">
      {t('guest.left', { time: leftInWords(end - now, tag) })}
    </p>
  )
}
