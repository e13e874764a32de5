import { canUse, isBusy } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#ui/controls/icon-button.tsx'
import type { DeviceCardProps } from './card-props.ts'

const LIGHTS = [
  { type: 'door', capability: 'setDoorLight', level: 'doorLightBrightness', name: 'doorLight' },
  { type: 'handle', capability: 'setHandleLight', level: 'handleLightBrightness', name: 'handleLight' },
] as const

/** The toggles of a door for what it has of foil, door light and handle light. */
export function DoorToggles(props: DeviceCardProps) {
  const { device } = props
  const { t } = useTranslation()
  const isWaiting = isBusy(device.state.status) || props.pending !== null
  const opacity = device.state.magicFoilOpacity ?? null
  const isMilky = opacity !== null && opacity > 0
  const foil = opacity === null ? 'unknown' : isMilky ? 'milky' : 'clear'
  return (
    <>
      {device.state.magicFoilConnected && (
        <IconButton
          icon="foil"
          shape="disc"
          tone={isMilky ? 'on' : undefined}
          label={t('card.foil', { state: t(`card.foilState.${foil}`) })}
          pressed={isMilky}
          disabled={isWaiting || !canUse(device, 'setFoil')}
          onClick={() => props.onToggleFoil(!isMilky)}
        />
      )}
      {LIGHTS.filter(({ type }) =>
        type === 'door' ? device.state.doorLightConnected : device.state.handleLightConnected,
      ).map(({ type, capability, level, name }) => {
        const isOn = (device.state[level] ?? 0) > 0
        return (
          <IconButton
            key={type}
            icon={name}
            shape="disc"
            tone={isOn ? 'lit' : undefined}
            label={t(`card.${name}`)}
            pressed={isOn}
            disabled={isWaiting || !canUse(device, capability)}
            onClick={() => props.onToggleLight(type, !isOn)}
          />
        )
      })}
    </>
  )
}
