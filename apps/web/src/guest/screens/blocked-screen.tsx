import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { fullMoment } from '#i18n/moments.ts'
import { WallCanvas } from '#light/wall/wall-canvas.tsx'
import type { BlockReason } from '../link/refusal.ts'
import { useGuestState, useTag } from '../link/use-guest.tsx'
import { windowsInWords } from '../words/time-words.ts'
import styles from './blocked-screen.module.css'

type Shown = Exclude<BlockReason, { name: 'pin' | 'failed' }>

/** A narrow patch of light on a wall in shadow. */
const SHUT = { left: 0.45, top: 0.06, width: 0.46, height: 0.7, position: 0.82, tilt: -64 }

/** Why the link lends nothing, or nothing yet. */
export function BlockedScreen({ blockReason }: { blockReason: Shown }) {
  const { t } = useTranslation()
  // A link that is used up has expired too; the text below says by what.
  const title = t(`guest.${blockReason.name === 'used' ? 'expired' : blockReason.name}.title`)
  useEffect(() => {
    document.title = `${title} · Senca`
  }, [title])
  return (
    <section className={styles.screen}>
      <WallCanvas wall={SHUT} />
      <div className={styles.words} role="alert">
        <h1 className={styles.title}>{title}</h1>
        <p>
          <Why blockReason={blockReason} />
        </p>
        {blockReason.name === 'closed' && <Windows />}
      </div>
    </section>
  )
}

function Why({ blockReason }: { blockReason: Shown }) {
  const { t } = useTranslation()
  const tag = useTag()
  const link = useGuestState((state) => state.link)
  switch (blockReason.name) {
    case 'upcoming':
      return link === null
        ? t('guest.upcoming.unknown')
        : t('guest.upcoming.text', { when: fullMoment(new Date(link.startsAt), tag) })
    default:
      return t(`guest.${blockReason.name}.text`)
  }
}

/** When the link works, by the clocks of the home. */
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
      <li>{t('guest.closed.zone', { zone: link.timeZone.replaceAll('_', ' ') })}</li>
    </ul>
  )
}
