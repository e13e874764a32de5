import { randomUUID } from 'node:crypto'
import type { DeviceType } from '@senca/contract'
import {
  areActionsFor,
  isMeasurable,
  isWeatherTrigger,
  MEASURED_BOUNDS,
  type ScenarioAction,
  type ScenarioTrigger,
  scenarioActionSchema,
  scenarioTriggerSchema,
  triggerKindOf,
} from '@senca/contract/automation'
import { ApiError } from '#platform/errors.ts'

/**
 * Parses triggers and adds missing ids to weather triggers. Throws `malformed_trigger`, also if the triggers do not fit together.
 */
export function readTriggers(raw: readonly unknown[]): ScenarioTrigger[] {
  const refuse = (message: string) => new ApiError('malformed_trigger', { key: 'triggers', message })
  const triggers = raw.map((one, index) => {
    const trigger = scenarioTriggerSchema.safeParse(one)
    if (!trigger.success) throw refuse(`Trigger ${index} does not have the described shape.`)
    return trigger.data
  })
  const impossible = triggers
    .filter(isWeatherTrigger)
    .find((rule) => !isMeasurable(rule.measurement, rule.value))
  if (impossible !== undefined) {
    const [low, high] = MEASURED_BOUNDS[impossible.measurement]
    throw refuse(`The limit of ${impossible.measurement} is from ${low} to ${high}.`)
  }
  if (triggerKindOf(triggers) === null) throw refuse('These triggers do not fit together.')
  return triggers.map((trigger) =>
    trigger.type === 'Weather' ? { ...trigger, ruleId: trigger.ruleId ?? randomUUID() } : trigger,
  )
}

/** Parses actions. Throws `malformed_action`, also if there are none. */
export function readActions(raw: readonly unknown[]): ScenarioAction[] {
  if (raw.length === 0)
    throw new ApiError('malformed_action', { key: 'actions', message: 'A scenario does something.' })
  return raw.map((one, index) => {
    const action = scenarioActionSchema.safeParse(one)
    if (action.success) return action.data
    throw new ApiError('malformed_action', {
      key: 'actions',
      message: `Action ${index} does not have the described shape.`,
    })
  })
}

/** Throws `malformed_action` if devices of a type cannot do these actions, or not all of them together. */
export function assertActionsFor(
  type: DeviceType,
  actions: readonly ScenarioAction[],
  key = 'actions',
): void {
  if (!areActionsFor(type, actions))
    throw new ApiError('malformed_action', {
      key,
      message: 'The devices cannot do this, or not all of it.',
    })
}
