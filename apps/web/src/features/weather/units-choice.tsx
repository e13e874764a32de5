import { useTranslation } from 'react-i18next'
import { prefer } from '#features/room-model/prefer.ts'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { type Units, unitText } from '#i18n/weather-units.ts'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'

const UNITS = ['metric', 'imperial'] as const satisfies readonly Units[]

/** Chooses the units in which the account sees the weather everywhere. */
export function UnitsChoice() {
  const { t } = useTranslation()
  const chosen = useUnits()
  const choice = useServerCall({ meanwhile: 'queued', send: (units: Units) => prefer({ units }) })
  const tag = pageTag()
  const textOf = (units: Units) =>
    [unitText('wind_gust', { units, tag, t }), unitText('temperature', { units, tag, t })].join(', ')
  return (
    <ChoiceChips
      label={t('weather.units.title')}
      value={chosen}
      options={UNITS.map((units) => ({
        value: units,
        label: t(`weather.units.${units}`, { units: textOf(units) }),
      }))}
      onChange={choice.send}
    />
  )
}
