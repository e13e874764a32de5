import { isBusy, kindOf } from '@senca/contract'
import { lazyPart } from '#i18n/lazy-part.tsx'
import type { TimeLeftProps } from './time-left.tsx'

const TimeLeft = lazyPart(async () => (await import('./time-left.tsx')).TimeLeft, { texts: ['travel'] })

/** The remaining time of a moving shade; renders nothing while it rests. */
export function LazyTimeLeft(props: TimeLeftProps) {
  const { devicetype, state } = props.device
  return kindOf(devicetype).mainAxis !== null && isBusy(state.status) && <TimeLeft {...props} />
}
