import type { DeviceInfo } from '@senca/contract'
import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'

/** The note is loaded when it is first needed, because few devices are held. */
const note = createPart(async () => {
  const [{ HeldNote }] = await Promise.all([import('./held-note.tsx'), loadTexts('weather')])
  return HeldNote
})

const isNoted = ({ safety, weatherAutomatic }: DeviceInfo): boolean =>
  safety != null || weatherAutomatic === false

/** Says beside the device why it is held. If the part cannot be loaded, nothing is shown; the device is held anyway. */
export function LoadedHeld(props: { device: DeviceInfo; isFramed?: boolean }) {
  const isWanted = isNoted(props.device)
  const { data: HeldNote } = usePart(note, isWanted)
  return isWanted && HeldNote ? <HeldNote {...props} /> : null
}
