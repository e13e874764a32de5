import { canUse, isBusy } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { doorLightsOf, foilWordOf } from '#features/device-model/views/door-view.ts'
import { WallToggle } from '#ui/controls/wall-toggle.tsx'
import type { DeviceCardProps } from './card-props.ts'

/** The toggles for the foil, door light and handle light that a door has, each with its name and state. */
export function DoorToggles(props: DeviceCardProps) {
  const { state } = props.device
  const { t } = useTranslation()
  const isWaiting = isBusy(state.status) || props.pending !== null
  const foil = foilWordOf(state)
  const isMilky = foil === 'milky'
  return (
    <>
      {state.magicFoilConnected && (
        <WallToggle
          name={t('card.foil')}
          words={t(`card.foilState.${foil}`)}
          tone="on"
          pressed={isMilky}
          disabled={isWaiting || !canUse(props.device, 'setFoil')}
          onClick={() => props.onToggleFoil(!isMilky)}
        />
      )}
      {doorLightsOf(state).map(({ type, capability, level, name }) => {
        const isOn = level !== null && level > 0
        return (
          <WallToggle
            key={type}
            name={t(`card.${name}`)}
            words={t(`card.light.${level === null ? 'unknown' : isOn ? 'on' : 'off'}`)}
            tone="lit"
            pressed={isOn}
            disabled={isWaiting || !canUse(props.device, capability)}
            onClick={() => props.onToggleLight(type, !isOn)}
          />
        )
      })}
    </>
  )
}
