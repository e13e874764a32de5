import { canUse } from '@senca/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { describeDevice } from '#features/device-model/views/describe-device.ts'
import { channelsOf, lightWordOf } from '#features/device-model/views/light-view.ts'
import { hasReported, isOld, sceneOf } from '#features/device-model/views/scene-of.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { LastKnown } from '#features/device-parts/last-known.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import type { SharedCard } from '#features/guest-link/link-view.ts'
import { useActions, useCommandView, useStale } from '#features/guest-link/use-guest.tsx'
import { LampWord } from '#features/light-control/lamp-word.tsx'
import styles from '#features/light-control/light-control.module.css'
import { FADE } from '#light/paint/glide.ts'
import { useCommandKey } from '#ui/controls/command-block.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { Dimmers } from '../dimmers.tsx'
import { DetailPage } from './detail-page.tsx'

/** A channel of a light: its glow, one large toggle, and a slider if it can be dimmed. */
export function LightDetail({ card, header }: { card: SharedCard; header: ReactNode }) {
  const { device } = card
  const { t } = useTranslation()
  const stale = useStale()
  const view = useCommandView(card)
  const actions = useActions(card)
  const channels = channelsOf(device)
  const word = lightWordOf(channels)
  const isOn = word === 'on' || word === 'partly'
  const { isIdle, attributes } = useCommandKey({
    disabled: view.pending !== null || !(canUse(device, 'setLight1') || canUse(device, 'setLight2')),
  })
  const { spoken } = describeDevice(device, { pending: null, stale }, t)
  useAnnouncement(device.id, t('card.announce', { name: device.name, state: spoken }))
  return (
    <DetailPage device={device} scene={sceneOf(device, stale, null)} glide={FADE} header={header}>
      <div className={styles.channels}>
        <section className={styles.channel} aria-label={device.name} data-old={isOld(device, stale)}>
          <div className={styles.head}>
            <div className={styles.words}>
              <p className={styles.word}>
                {hasReported(device) ? (
                  <LampWord
                    level={channels[0]?.brightness ?? null}
                    dims={device.can.includes('dimLight1') || device.can.includes('dimLight2')}
                  />
                ) : (
                  t('card.never')
                )}
              </p>
              <p className={styles.line}>
                {view.pending !== null && (
                  <>
                    <Spinner size="small" />
                    <span>{t('card.sending')}</span>
                  </>
                )}
                {view.pending === null && device.connected && stale && <StaleMark />}
                {isOld(device, stale) && hasReported(device) && <LastKnown state={device.state} />}
              </p>
            </div>
            {hasReported(device) && (
              <button
                {...attributes}
                type="button"
                role="switch"
                className={styles.lamp}
                aria-label={device.name}
                aria-checked={isOn}
                onClick={() => {
                  if (isIdle) return
                  for (const { type } of channels) actions.onToggleLight(type, !isOn)
                }}
              >
                <Icon name="light" size={34} />
              </button>
            )}
          </div>
          <Dimmers card={card} />
          <CommandNote
            failure={view.error}
            isUnconfirmed={view.isUnconfirmed}
            onRetry={view.canRetry ? actions.onRetry : null}
            onDismiss={actions.onDismissError}
          />
        </section>
      </div>
    </DetailPage>
  )
}
