import type { DeviceInfo } from '@senca/contract'
import { lazyPart } from '#i18n/lazy-part.tsx'

const HeldNote = lazyPart(async () => (await import('./held-note.tsx')).HeldNote, { texts: ['weather'] })

/** Says beside the device why it is held; few devices are. If the part cannot be loaded, the device is held anyway. */
export function LazyHeldNote(props: { device: DeviceInfo; isFramed?: boolean }) {
  const { safety, weatherAutomatic } = props.device
  return (safety != null || weatherAutomatic === false) && <HeldNote {...props} />
}
