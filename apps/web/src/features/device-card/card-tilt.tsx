import { canSet, type DeviceInfo, kindOf, type Target } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { goalOf, moveOf } from '#features/device-model/views/control-view.ts'
import { figureText } from '#features/device-model/views/shade-view.ts'
import { LightSlider } from '#ui/controls/light-slider.tsx'
import styles from './shade-card.module.css'

/** Whether the card of a shade has a line for its tilt, beside that for its position. */
export const turnsOnCard = ({ devicetype, can }: Pick<DeviceInfo, 'devicetype' | 'can'>): boolean =>
  kindOf(devicetype).axes.length > 1 && can.includes('setTilt')

/** The slats of a blind: their angle and a slider that turns them. `draft` is the dragged inclination, 0..1. */
export function CardTilt(props: {
  device: DeviceInfo
  pending: { target: Target | null } | null
  draft: number | null
  onDraft: (inclination: number | null) => void
  onMove: (target: Target) => void
}) {
  const { device, draft } = props
  const { t } = useTranslation()
  const { inclination } = device.state
  const goal = goalOf(device, props.pending?.target ?? null)
  const textOf = (share: number | null): string =>
    share === null ? '?' : figureText(device, 'inclination', share, t)
  return (
    <div className={styles.tilt}>
      <span className={styles.angle}>{t('card.tilt', { angle: textOf(draft ?? inclination) })}</span>
      <div className={styles.slider}>
        <LightSlider
          label={t('card.tiltOf', { name: device.name })}
          reported={inclination}
          target={goal?.inclination ?? null}
          disabled={!canSet(device, 'inclination')}
          describe={textOf}
          onDraft={props.onDraft}
          onCommit={(value) => props.onMove(moveOf(device, 'inclination', value, goal))}
        />
      </div>
    </div>
  )
}
