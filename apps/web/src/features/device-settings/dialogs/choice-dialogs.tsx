import { type DeviceType, INCLINATION_TYPES, SHADE_TYPE_CHOICES, SWITCH_TYPES } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/layout/icon.tsx'
import type { DeviceDialogProps } from '../device-dialog.ts'
import { DIRECTIONS, isTurned, turned } from '../directions.ts'
import { SlatRange } from '../slat-range.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'

/** A dialog for the type of a shade. A type that cannot be chosen any more is only listed while it is the current one. */
export function ShadeTypeDialog(props: DeviceDialogProps) {
  const { t } = useTranslation()
  const { devicetype } = props.device
  const isOffered = SHADE_TYPE_CHOICES.some((type) => type === devicetype)
  const choices: readonly DeviceType[] = isOffered ? SHADE_TYPE_CHOICES : [devicetype, ...SHADE_TYPE_CHOICES]
  return (
    <ChoiceDialog
      {...props}
      title={t('settings.type.title')}
      value={devicetype}
      options={choices.map((type) => ({
        value: type,
        label: t(`settings.kind.${type}`),
        icon: <Icon name={type} size={22} />,
      }))}
      settingsOf={(type) => ({ devicetype: type })}
    />
  )
}

/** A dialog that reverses the motor, the switch or both. */
export function DirectionsDialog(props: DeviceDialogProps) {
  const { t } = useTranslation()
  const { settings } = props.device
  return (
    <ChoiceDialog
      {...props}
      title={t('settings.directions.title')}
      text={t('settings.directions.text')}
      verb="reverse"
      value={null}
      options={DIRECTIONS.map((direction) => ({
        value: direction,
        label: t(`settings.directions.${direction}`),
        ...(isTurned(settings, direction) ? { note: t('settings.directions.turned') } : {}),
      }))}
      settingsOf={(direction) => turned(settings, direction)}
    />
  )
}

/** A dialog for the type of the wall switch. */
export function SwitchTypeDialog(props: DeviceDialogProps) {
  const { t } = useTranslation()
  return (
    <ChoiceDialog
      {...props}
      title={t('settings.switchType.title')}
      value={props.device.settings.switchType ?? null}
      options={SWITCH_TYPES.map((type) => ({ value: type, label: t(`settings.switchType.${type}`) }))}
      settingsOf={(type) => ({ switchType: type })}
    />
  )
}

/** A dialog for the range in which the slats turn. */
export function InclinationTypeDialog(props: DeviceDialogProps) {
  const { t } = useTranslation()
  return (
    <ChoiceDialog
      {...props}
      title={t('settings.inclinationType.title')}
      text={t('settings.inclinationType.text')}
      value={props.device.settings.inclinationType ?? null}
      options={INCLINATION_TYPES.map((type) => ({
        value: type,
        label: t(`settings.inclinationType.${type}`),
        icon: <SlatRange type={type} />,
      }))}
      settingsOf={(type) => ({ inclinationType: type })}
    />
  )
}
