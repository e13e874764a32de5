import type { DeviceInfo } from '@senca/contract'
import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'

/** Few devices are held: the note is loaded when one is. */
const note = createPart(async () => {
  const [{ HeldNote }] = await Promise.all([import('./held-note.tsx'), loadTexts('weather')])
  return HeldNote
})

const isNoted = ({ safety, weatherAutomatic }: DeviceInfo): boolean =>
  safety != null || weatherAutomatic === false

/** Why a device is held, where it is; without its file nothing is said, and the device is held all the same. */
export function LoadedHeld(props: { device: DeviceInfo; isFramed?: boolean }) {
  const isWanted = isNoted(props.device)
  const { data: HeldNote } = usePart(note, isWanted)
  return isWanted && HeldNote ? <HeldNote {...props} /> : null
}
