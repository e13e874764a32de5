import type { ScenarioAction, ScenarioPreset, WeatherTrigger } from '@senca/contract/automation'

const KMH = 1 / 3.6
/** EN 13561: the wind in km/h that an awning of each class withstands. Class 0 is brought in at the first gust above 20. */
const WIND_CLASS_KMH = [20, 27, 37, 48] as const
/** Precise enough that converting back to km/h gives the number that a person would write. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

type Limit = Pick<WeatherTrigger, 'measurement' | 'condition' | 'value'>

function limitOf({ protect, windClass = 0 }: ScenarioPreset): Limit {
  switch (protect) {
    case 'wind': {
      const value = rounded((WIND_CLASS_KMH[windClass] ?? WIND_CLASS_KMH[0]) * KMH)
      return { measurement: 'wind_gust', condition: 'gt', value }
    }
    case 'frost':
      return { measurement: 'temperature', condition: 'lt', value: 3 }
    case 'rain':
      return { measurement: 'rain', condition: 'gt', value: 0.2 }
    case 'snow':
      return { measurement: 'snow', condition: 'gt', value: 0 }
  }
}

/** The triggers and actions of a preset, in the form of a request. */
export function expandPreset(preset: ScenarioPreset): {
  triggers: WeatherTrigger[]
  actions: ScenarioAction[]
} {
  return { triggers: [{ type: 'Weather', ...limitOf(preset) }], actions: [{ type: 'MoveSelfSecurity' }] }
}
