export { CardAnnouncer } from '#features/device-parts/announcer.tsx'
export type { DeviceCardProps } from './card-props.ts'
export { DeviceCard } from './device-card.tsx'
export { CardList, OpenBeside } from './opened-card.ts'
