import { randomUUID } from 'node:crypto'
import type { DeviceType } from '@senca/contract'
import {
  areActionsFor,
  type ScenarioAction,
  type ScenarioTrigger,
  scenarioActionSchema,
  scenarioTriggerSchema,
  triggerKindOf,
} from '@senca/contract/automation'
import { ApiError } from '#platform/errors.ts'

/** Reads triggers; those of weather get an id where they have none. Throws `malformed_trigger`, also where they do not fit together. */
export function readTriggers(raw: readonly unknown[]): ScenarioTrigger[] {
  const refuse = (message: string) => new ApiError('malformed_trigger', { key: 'triggers', message })
  const triggers = raw.map((one, index) => {
    const trigger = scenarioTriggerSchema.safeParse(one)
    if (!trigger.success) throw refuse(`Trigger ${index} does not have the described shape.`)
    return trigger.data
  })
  if (triggerKindOf(triggers) === null) throw refuse('These triggers do not fit together.')
  return triggers.map((trigger) =>
    trigger.type === 'Weather' ? { ...trigger, ruleId: trigger.ruleId ?? randomUUID() } : trigger,
  )
}

/** Reads actions; throws `malformed_action`, also where there is none. */
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

/** Throws `malformed_action` where devices of a type cannot be asked for this, or for all of it. */
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
