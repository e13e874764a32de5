import { isBusy, kindOf } from '@senca/contract'
import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'
import type { TimeLeftProps } from './time-left.tsx'

/** Loaded when the first shade moves. */
const part = createPart(async () => {
  const [{ TimeLeft }] = await Promise.all([import('./time-left.tsx'), loadTexts('travel')])
  return TimeLeft
})

/** The remaining time of a moving shade; renders nothing while it rests. */
export function LoadedTimeLeft(props: TimeLeftProps) {
  const { devicetype, state } = props.device
  const isWanted = kindOf(devicetype).mainAxis !== null && isBusy(state.status)
  const { data: TimeLeft } = usePart(part, isWanted)
  return isWanted && TimeLeft ? <TimeLeft {...props} /> : null
}
