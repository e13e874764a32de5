import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guestClock, pageConfig } from '#features/guest-link/browser.ts'
import type { BlockReason } from '#features/guest-link/refusal.ts'
import { useGuest, useGuestState, useTag } from '#features/guest-link/use-guest.tsx'
import { windowsInWords } from '#features/guest-link/window-words.ts'
import { clockTime, fullMoment } from '#i18n/moments.ts'
import { WallCanvas } from '#light/wall/wall-canvas.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './blocked-screen.module.css'

type Shown = Exclude<BlockReason, { name: 'pin' | 'failed' }>

/** A narrow patch of light on a dark wall. */
const SHUT = { left: 0.45, top: 0.06, width: 0.46, height: 0.56, position: 0.82, tilt: -64 }

/** Which link it is, and why it does not work, or does not work yet. */
export function BlockedScreen({ blockReason }: { blockReason: Shown }) {
  const { t } = useTranslation()
  const name = useGuestState((state) => state.link?.name)
  const title = t(titleOf(blockReason.name))
  const why = useWhy(blockReason)
  useEffect(() => {
    document.title = `${title} · Senca`
  }, [title])
  return (
    <section className={styles.screen}>
      <WallCanvas wall={SHUT} />
      <div className={styles.words}>
        <div role="alert">
          {name && <p className={styles.name}>{name}</p>}
          <h1 className={styles.title}>{title}</h1>
          <p>{why}</p>
          {blockReason.name === 'closed' && <Windows />}
        </div>
        <WayOn />
      </div>
    </section>
  )
}

function titleOf(name: Shown['name']) {
  switch (name) {
    case 'paused':
      return 'guest.paused.title'
    case 'expired':
    // A link that is used up is also expired; the text below names the reason.
    case 'used':
      return 'guest.expired.title'
    default:
      return `stop.${name}.title` as const
  }
}

/** The owner can always make a link work again, so the guest can always try again. */
function WayOn() {
  const { t } = useTranslation()
  const guest = useGuest()
  const [isAsking, setAsking] = useState(false)
  const [checkedAt, setCheckedAt] = useState<number | null>(null)
  const ask = async () => {
    setAsking(true)
    await guest.load()
    setAsking(false)
    setCheckedAt(guestClock.now())
  }
  return (
    <div className={styles.ways}>
      <Button variant="primary" loading={isAsking} onClick={() => void ask()}>
        {t('stop.again')}
      </Button>
      <a className={styles.help} href={pageConfig.supportUrl} target="_blank" rel="noreferrer">
        <span>{t('menu.support')}</span>
        <Icon name="outward" size={18} />
      </a>
      <p role="status" className={styles.checked}>
        {checkedAt !== null && !isAsking && t('stop.checked', { time: clockTime(checkedAt) })}
      </p>
    </div>
  )
}

/** The reason in a sentence. */
function useWhy(blockReason: Shown): string {
  const { t } = useTranslation()
  const tag = useTag()
  const link = useGuestState((state) => state.link)
  switch (blockReason.name) {
    case 'upcoming':
      return link === null
        ? t('stop.upcoming.unknown')
        : t('stop.upcoming.text', { when: fullMoment(new Date(link.startsAt), tag) })
    default:
      return t(`stop.${blockReason.name}.text`)
  }
}

/** The hours of the link in the time zone of the home. */
function Windows() {
  const { t } = useTranslation()
  const tag = useTag()
  const link = useGuestState((state) => state.link)
  if (link === null) return null
  return (
    <ul className={styles.windows}>
      {windowsInWords(link.windows, tag, t).map((words) => (
        <li key={words}>{words}</li>
      ))}
      <li>{t('stop.closed.zone', { zone: link.timeZone.replaceAll('_', ' ') })}</li>
    </ul>
  )
}
