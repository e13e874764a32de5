import { INCLINATION_TYPES, LIMITS } from '@senca/contract'
import { browserClock } from '#core/clock.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { choiceRow, type RowContext } from './row-kinds.ts'
import type { SettingRow } from './setting-row.ts'
import { SlatRange } from './slat-range.tsx'

const busyTime = () => new Promise<void>((done) => browserClock.after(LIMITS.RECALIBRATE_BUSY_MS, done))

/**
 * The dialog of this row stays busy for five seconds, so that the person sees the shade move; a refusal ends this at once. The
 * device continues until it reports that it is finished.
 */
export const recalibrateRow = ({ device: { id, name, state }, t }: RowContext): SettingRow => ({
  key: 'recalibrate',
  kind: 'action',
  icon: 'measure',
  title: t('settings.recalibrate.title'),
  value: state.status === 'calibrating' ? t('card.status.calibrating') : undefined,
  text: t('settings.recalibrate.text'),
  verb: 'recalibrate',
  doneText: t('settings.recalibrate.done', { name }),
  send: () => Promise.all([devicesApi.recalibrate(id), busyTime()]),
})

/** The range in which the slats turn. */
export function inclinationTypeRow(context: RowContext): SettingRow {
  const { t } = context
  const { inclinationType } = context.device.settings
  return choiceRow(
    context,
    {
      key: 'inclinationType',
      icon: 'tilt',
      title: t('settings.inclinationType.title'),
      value: inclinationType && t(`settings.inclinationType.${inclinationType}`),
      text: t('settings.inclinationType.text'),
    },
    {
      current: inclinationType ?? null,
      values: INCLINATION_TYPES,
      optionOf: (type) => ({
        label: t(`settings.inclinationType.${type}`),
        icon: <SlatRange type={type} />,
      }),
      settingsOf: (type) => ({ inclinationType: type }),
    },
  )
}
