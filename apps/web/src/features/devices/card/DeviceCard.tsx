import { kindOf } from '@senca/contract'
import type { DeviceCardProps } from './card-props.ts'
import { DoorCard } from './DoorCard.tsx'
import { LightCard } from './LightCard.tsx'
import { ShadeCard } from './ShadeCard.tsx'

const CARDS = { shade: ShadeCard, door: DoorCard, light: LightCard } as const

/** The card of a device, by the family of its kind. */
export function DeviceCard(props: DeviceCardProps) {
  const Card = CARDS[kindOf(props.device.devicetype).family]
  return <Card {...props} />
}
