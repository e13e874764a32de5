import { canClose, canOpen, canSet, offersStop } from '@senca/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  axisOf,
  type ControlView,
  goalOf,
  moveOf,
  viewsOf,
} from '#features/device-model/views/control-view.ts'
import { describeDevice } from '#features/device-model/views/describe-device.ts'
import { hasReported, isOld, sceneOf } from '#features/device-model/views/scene-of.ts'
import type { ShadeDevice } from '#features/device-model/views/shade-view.ts'
import {
  mainAxisOf,
  numberText,
  spokenShare,
  VERB_ICONS,
  verbTo,
} from '#features/device-model/views/shade-view.ts'
import { useAnnouncement } from '#features/device-parts/announcer.tsx'
import { CommandNote } from '#features/device-parts/command-note.tsx'
import { Figure } from '#features/device-parts/figure.tsx'
import { LastKnown } from '#features/device-parts/last-known.tsx'
import { StaleMark } from '#features/device-parts/stale-mark.tsx'
import { endsOf, type SharedCard } from '#features/guest-link/link-view.ts'
import { useActions, useCommandView, useGuestState, useStale } from '#features/guest-link/use-guest.tsx'
import { ViewToggle } from '#features/shade-control/view-toggle.tsx'
import { TRAVEL } from '#light/paint/glide.ts'
import { Button } from '#ui/controls/button.tsx'
import { LightSlider } from '#ui/controls/light-slider.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import styles from './detail.module.css'
import { DetailPage } from './detail-page.tsx'

/**
 * A shade: its position or its tilt, and buttons to open, close and stop. It is not the owner's view, with which the first pages of a
 * guest are 12 KB larger.
 */
export function ShadeDetail(props: { card: SharedCard; device: ShadeDevice; header: ReactNode }) {
  const { card, device } = props
  const { t } = useTranslation()
  const stale = useStale()
  const isReported = hasReported(device)
  const view = useCommandView(card)
  const actions = useActions(card)
  const [draft, setDraft] = useState<number | null>(null)
  const views = viewsOf(device)
  const [wanted, setWanted] = useState<ControlView>(views[0])
  const shown = views.includes(wanted) ? wanted : views[0]
  const axis = axisOf(shown)
  const goal = goalOf(device, view.pending?.target ?? null)
  // The light follows the dragged value before the slats move.
  const turned =
    axis === 'inclination' && draft !== null
      ? { ...device, state: { ...device.state, inclination: draft } }
      : device
  const limits = useLimits(card)
  const [opens, closes] = [verbTo(device, 'open'), verbTo(device, 'closed')]
  const spokenText = (share: number | null): string => {
    if (share === null) return isReported ? t('card.word.unknown') : t('card.never')
    return spokenShare(device, axis, share, t)
  }
  const described = describeDevice(device, { pending: view.pending, stale, axis }, t)
  const isResting = described.tone === 'resting' || described.tone === 'stale'
  const isTilt = axis !== mainAxisOf(device) && device.state[axis] !== null
  const state = view.done ?? (isTilt ? t('guest.view.tilt') : described.caption)
  const words = isResting ? state : described.caption
  const { spoken } = described
  useAnnouncement(
    device.id,
    t('card.announce', {
      name: device.name,
      state: isResting && view.done !== null ? `${view.done}. ${spoken}` : spoken,
    }),
  )

  return (
    <DetailPage
      device={device}
      scene={sceneOf(turned, stale, axis === mainAxisOf(device) ? draft : null)}
      glide={draft === null ? TRAVEL : null}
      header={props.header}
    >
      <div className={styles.shade}>
        <div className={styles.report}>
          <div>
            {(draft !== null || isReported) && (
              <p className={styles.figure} data-old={isOld(device, stale)}>
                <Figure
                  device={device}
                  axis={axis}
                  share={draft ?? device.state[axis]}
                  isAssumed={device.state.assumed && draft === null}
                  isCounted
                />
              </p>
            )}
            <p className={styles.words}>
              {(device.state.status !== 'ready' || view.pending !== null) && device.connected && (
                <Spinner size="small" />
              )}
              {stale && device.connected && <StaleMark />}
              {device.connected && !stale ? (
                <span>{words}</span>
              ) : (
                isReported && <LastKnown state={device.state} />
              )}
            </p>
            {limits !== undefined && axis === 'position' && (
              <p className={styles.limits}>
                {t('guest.limits', {
                  from: numberText(device, axis, limits.minPosition, t),
                  until: numberText(device, axis, limits.maxPosition, t),
                })}
              </p>
            )}
          </div>
          {views.length > 1 && device.connected && (
            <ViewToggle
              view={shown}
              onView={setWanted}
              words={{
                label: t('guest.view.label'),
                position: t('guest.view.position'),
                tilt: t('guest.view.tilt'),
              }}
            />
          )}
        </div>
        <CommandNote
          failure={view.error}
          isUnconfirmed={view.isUnconfirmed}
          onRetry={view.canRetry ? actions.onRetry : null}
          onDismiss={actions.onDismissError}
        />
        <LightSlider
          key={axis}
          label={t(axis === 'position' ? 'card.position' : 'card.inclination', { name: device.name })}
          reported={device.state[axis]}
          target={goal?.[axis] ?? null}
          disabled={!canSet(device, axis)}
          describe={spokenText}
          onDraft={setDraft}
          onCommit={(value) => actions.onMove(moveOf(device, axis, value, goal))}
        />
        <div className={styles.keys}>
          <Button isCommand icon={VERB_ICONS[opens]} disabled={!canOpen(device)} onClick={actions.onOpen}>
            {t(`guest.${opens}`)}
          </Button>
          {offersStop(device) && (
            <Button isCommand variant="primary" icon="stop" onClick={actions.onStop}>
              {t('guest.stop')}
            </Button>
          )}
          <Button isCommand icon={VERB_ICONS[closes]} disabled={!canClose(device)} onClick={actions.onClose}>
            {t(`guest.${closes}`)}
          </Button>
        </div>
      </div>
    </DetailPage>
  )
}

/** The limits of the link for a shade; undefined without limits. */
function useLimits({ id }: SharedCard) {
  const limits = useGuestState(({ link }) => link?.limits[id])
  return limits === undefined ? undefined : endsOf(limits)
}
