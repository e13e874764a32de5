import { kindOf } from '@senca/contract'
import type { DeviceCardProps } from './card-props.ts'
import { DoorCard } from './door-card.tsx'
import { LightCard } from './light-card.tsx'
import { ShadeCard } from './shade-card.tsx'

const CARDS = { shade: ShadeCard, door: DoorCard, light: LightCard } as const

/** The card of a device. The family of its type decides which one. */
export function DeviceCard(props: DeviceCardProps) {
  const Card = CARDS[kindOf(props.device.devicetype).family]
  return <Card {...props} />
}
