import type { Axis, DeviceInfo, Target } from '@senca/contract'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { shareText } from '#features/device-model/views/shade-view.ts'
import { LightSlider } from '#ui/controls/light-slider.tsx'
import { TiltDial } from '#ui/controls/tilt-dial.tsx'
import styles from './places.module.css'

type AxisControlProps = {
  device: DeviceInfo
  /** The position in the picture while nothing is dragged. */
  place: Target | null
  /** The dragged position, in the picture or on a control. */
  held: Target | null
  onHold: (share: number | null) => void
  onRelease: (share: number) => void
}

/** The slider beside the picture that sets how far a shade is down. */
function PositionSlider({ device, place, held, onHold, onRelease }: AxisControlProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.axis}>
      <span className={styles.label} aria-hidden="true">
        {t('savedPlace.position')}
      </span>
      <LightSlider
        isLocal
        label={t('savedPlace.position')}
        reported={held?.position ?? place?.position ?? null}
        describe={(share) => shareText(device, 'position', share, t)}
        onDraft={onHold}
        onCommit={onRelease}
      />
    </div>
  )
}

/** The dial that sets the inclination of slats or louvers. */
function InclinationDial({ device, place, held, onHold, onRelease }: AxisControlProps) {
  const { t } = useTranslation()
  const isPergola = device.devicetype === 'pergola'
  const label = t(isPergola ? 'savedPlace.louvres' : 'savedPlace.tilt')
  return (
    <div className={styles.axis}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <div className={styles.dial} data-alone={isPergola}>
        <TiltDial
          isLocal
          label={label}
          kind={isPergola ? 'pergola' : 'venetian'}
          inclinationType={device.settings.inclinationType ?? 'full_180'}
          reported={place?.inclination ?? null}
          target={null}
          draft={held?.inclination ?? null}
          describe={(share) => shareText(device, 'inclination', share, t)}
          onDraft={onHold}
          onCommit={onRelease}
        />
      </div>
    </div>
  )
}

/** The control for each axis of a position. */
export const AXIS_CONTROLS = {
  position: PositionSlider,
  inclination: InclinationDial,
} as const satisfies Record<Axis, ComponentType<AxisControlProps>>
