import { canUse, isBusy } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { doorLightsOf, foilWordOf } from '#features/device-model/door-view.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import type { DeviceCardProps } from './card-props.ts'

/** The toggles of a door for what it has of foil, door light and handle light. */
export function DoorToggles(props: DeviceCardProps) {
  const { state } = props.device
  const { t } = useTranslation()
  const isWaiting = isBusy(state.status) || props.pending !== null
  const foil = foilWordOf(state)
  const isMilky = foil === 'milky'
  return (
    <>
      {state.magicFoilConnected && (
        <IconButton
          icon="foil"
          shape="disc"
          tone={isMilky ? 'on' : undefined}
          label={t('card.foil', { state: t(`card.foilState.${foil}`) })}
          pressed={isMilky}
          disabled={isWaiting || !canUse(props.device, 'setFoil')}
          onClick={() => props.onToggleFoil(!isMilky)}
        />
      )}
      {doorLightsOf(state).map(({ type, capability, level, name }) => {
        const isOn = level !== null && level > 0
        return (
          <IconButton
            key={type}
            icon={name}
            shape="disc"
            tone={isOn ? 'lit' : undefined}
            label={t(`card.${name}`)}
            pressed={isOn}
            disabled={isWaiting || !canUse(props.device, capability)}
            onClick={() => props.onToggleLight(type, !isOn)}
          />
        )
      })}
    </>
  )
}
